import type { RequestHandler } from 'express'

export const healthPaths = { liveness: '/healthz', readiness: '/readyz' }

/** `/healthz`: the process is alive. */
export const answerLiveness: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').type('text').send('ok\n')
}

/**
 * `/readyz`: whether the process wants traffic. It does not after SIGTERM.
 *
 * @param diagnostics further lines: what is degraded in this instance
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
