import { Router } from 'express'
import { onlyGet } from './http-error.ts'

export const healthPaths = { lives: '/healthz', isReady: '/readyz' }

/**
 * `/healthz`: the process lives. `/readyz`: it should get traffic, until SIGTERM.
 *
 * @param diagnostics further lines of `/readyz`: what this instance does without
 */
export function createHealth(isReady: () => boolean, diagnostics: () => readonly string[]): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router
    .route(healthPaths.lives)
    .get((_req, res) => void res.set('Cache-Control', 'no-store').type('text').send('ok\n'))
    .all(onlyGet)
  router
    .route(healthPaths.isReady)
    .get((_req, res) => {
      const ready = isReady()
      res
        .status(ready ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .type('text')
        .send(`${[ready ? 'ok' : 'stopping', ...diagnostics()].join('\n')}\n`)
    })
    .all(onlyGet)
  return router
}
