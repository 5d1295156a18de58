import { raw, type RequestHandler } from 'express'
import { createContentLengthLimit } from '../http/request-body.ts'
import { HttpError } from '../http/http-error.ts'
import { parseJson } from '../http/json.ts'
import type { Log } from '../log/log.ts'
import { createDebounce, type PostsChange } from '../posts/change.ts'
import { changeIn } from './delivery.ts'
import { isRecent, isSignedWith, parseSignature } from './signature.ts'

export type WebhookOptions = {
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
  onChange: (change: PostsChange) => void
  /** Resolves when a delivery that could not be read may count as a change once more: anyone can bring that about. */
  restAfterUnread: () => Promise<void>
  log: Log
}

/** Bodies carry whole posts, as they are and as they were. */
const mostBytes = 10 * 1024 * 1024
/** An ordinary post, as it is and as it was; ten thousand bodies of this size are no danger. */
const smallBytes = 256 * 1024
const mostLargeAtOnce = 4

/**
 * `POST /webhooks/ghost`: Ghost's signed deliveries. Answers 204 at once: Ghost waits two seconds at most, and tries once.
 * What can be refused by its headers is refused before its body is read.
 */
export function createWebhook({ secret, now, onChange, restAfterUnread, log }: WebhookOptions): RequestHandler[] {
  let largeNow = 0
  const onUnread = createDebounce(
    (change) => {
      onChange(change)
      return restAfterUnread()
    },
    () => Promise.resolve(),
  )

  function refused(reason: string): HttpError {
    log.warn({ reason }, 'webhook refused')
    // The challenge that a 401 has to carry (RFC 9110 §15.5.2); the scheme is Ghost's own.
    return new HttpError(401, 'UnauthorizedError', reason, { headers: { 'WWW-Authenticate': 'X-Ghost-Signature' } })
  }

  const checkHeaders: RequestHandler = (req, _res, next) => {
    const signature = parseSignature(req.get('x-ghost-signature'))
    if (signature === null) throw refused('X-Ghost-Signature: is missing or malformed; expected sha256=<hex>, t=<ms>')
    if (!isRecent(signature, now())) {
      throw refused('X-Ghost-Signature: t is more than five minutes from now; expected a recent delivery')
    }
    next()
  }

  /** A signature can be checked once the body is there, so anyone may send large ones: few at once. Small ones wait for nothing. */
  const limitLargeBodies: RequestHandler = (req, res, next) => {
    // A chunked body may be of any size.
    if (Number(req.get('content-length') ?? Number.POSITIVE_INFINITY) <= smallBytes) return next()
    if (largeNow >= mostLargeAtOnce) {
      log.warn('webhook not read, too many large ones at once: everything is read anew')
      // Ghost does not send a delivery again.
      onUnread({ kind: 'everything' })
      const meaning = 'too many large deliveries at once; this one counts as a change of everything'
      throw new HttpError(503, 'ServiceUnavailableError', meaning, { headers: { 'Retry-After': '1' } })
    }
    largeNow += 1
    res.once('close', () => {
      largeNow -= 1
    })
    next()
  }

  return [
    createContentLengthLimit(mostBytes),
    checkHeaders,
    limitLargeBodies,
    raw({ type: 'application/json', limit: mostBytes, inflate: false }),
    (req, res) => {
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
      const signature = parseSignature(req.get('x-ghost-signature'))
      if (signature === null || !isSignedWith(secret, signature, body)) {
        throw refused('X-Ghost-Signature: does not match; expected the secret of GHOST_WEBHOOK_SECRET')
      }
      const delivery = parseJson(body.toString('utf8'))
      if (delivery === undefined) {
        throw new HttpError(400, 'BadRequestError', 'the body cannot be parsed; expected JSON')
      }
      const change = changeIn(delivery)
      if (change) {
        log.info(change, 'posts have changed')
        onChange(change)
      }
      res.set('Cache-Control', 'no-store').status(204).end()
    },
  ]
}
