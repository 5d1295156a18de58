import type { RequestListener } from 'node:http'
import type { Express } from 'express'
import type { Log } from '../log/log.ts'
import { routeOf } from '../metrics/route.ts'
import type { Observer } from '../log/observer.ts'
import type { PreparedAnswers } from './prepared-answers.ts'
import { requestIdOf } from '../log/request-id.ts'
import { createRequestLine } from '../http/request-line.ts'
import { createTurns } from '../http/connection-queue.ts'

/**
 * What stands before the application: a page that is prepared goes out at once, with its line in the log; of all else each
 * connection has one thing made for it at a time.
 */
export function createFront(app: Express, prepared: PreparedAnswers, log: Log, observer: Observer): RequestListener {
  const writeLine = createRequestLine(log)
  const inTurn = createTurns()
  return (req, res) => {
    const began = performance.now()
    const answer = prepared.find(req)
    if (answer === null) {
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : null
        observer.onAnswer(routeOf(req), req.method, status, performance.now() - began)
      })
      return inTurn(req.socket, res, () => void app(req, res))
    }
    const id = requestIdOf(req)
    const status = prepared.send(req, res, answer, id)
    const duration = performance.now() - began
    observer.onAnswer(answer.route, req.method, status, duration)
    observer.onPage('prepared')
    writeLine({ id, method: req.method, path: answer.loggedPath, status, milliseconds: duration })
  }
}
