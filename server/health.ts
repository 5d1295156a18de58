import { Router } from 'express'
import { onlyGet } from './http-error.ts'

/** `/healthz`: the process lives. `/readyz`: it should get traffic; no longer from SIGTERM on. */
export function createHealth(isReady: () => boolean): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const text = (ready: boolean) => (ready ? 'ok\n' : 'stopping\n')
  router
    .route('/healthz')
    .get((_req, res) => void res.set('Cache-Control', 'no-store').type('text').send(text(true)))
    .all(onlyGet)
  router
    .route('/readyz')
    .get((_req, res) => {
      const ready = isReady()
      res
        .status(ready ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .type('text')
        .send(text(ready))
    })
    .all(onlyGet)
  return router
}
