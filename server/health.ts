import type { RequestHandler } from 'express'

export const healthPaths = { lives: '/healthz', isReady: '/readyz' }

/** `/healthz`: the process lives. */
export const answerLives: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').type('text').send('ok\n')
}

/**
 * `/readyz`: the process should get traffic, until SIGTERM.
 *
 * @param diagnostics further lines: what this instance does without
 */
export function createReadiness(isReady: () => boolean, diagnostics: () => readonly string[]): RequestHandler {
  return (_req, res) => {
    const ready = isReady()
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .type('text')
      .send(`${[ready ? 'ok' : 'stopping', ...diagnostics()].join('\n')}\n`)
  }
}
