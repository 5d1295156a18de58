import { raw, type RequestHandler } from 'express'
import { createContentLengthLimit } from '../http/request-body.ts'
import { HttpError } from '../http/http-error.ts'
import type { Log } from '../log/log.ts'
import { createChangeGathering, type PostsChange } from '../posts/change.ts'
import { changeIn } from './delivery.ts'
import { createLargeBodyLimit } from './large-bodies.ts'
import { isRecent, isSignedWith, parseSignature } from './signature.ts'

export type WebhookOptions = {
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
  onChange: (change: PostsChange) => void
  /** Resolves when a delivery that could not be read may count as a change once more: anybody can bring that about. */
  restAfterUnread: () => Promise<void>
  log: Log
}

/** Bodies carry whole posts, as they are and as they were. */
const mostBytes = 10 * 1024 * 1024

/**
 * `POST /webhooks/ghost`: Ghost's signed deliveries. Answers 204 at once: Ghost waits two seconds at most, and tries once.
 * What can be refused by its headers is refused before its body is read.
 */
export function createWebhook({ secret, now, onChange, restAfterUnread, log }: WebhookOptions): RequestHandler[] {
  const tellUnread = createChangeGathering(
    (change) => {
      onChange(change)
      return restAfterUnread()
    },
    () => Promise.resolve(),
  )

  function onUnread(): void {
    log.warn('webhook not read, too many large ones at once: everything is read anew')
    tellUnread({ kind: 'everything' })
  }

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

  return [
    createContentLengthLimit(mostBytes),
    checkHeaders,
    createLargeBodyLimit(onUnread),
    raw({ type: 'application/json', limit: mostBytes, inflate: false }),
    (req, res) => {
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
      const signature = parseSignature(req.get('x-ghost-signature'))
      if (signature === null || !isSignedWith(secret, signature, body)) {
        throw refused('X-Ghost-Signature: does not match; expected the secret of GHOST_WEBHOOK_SECRET')
      }
      const change = changeIn(parseJson(body))
      if (change) {
        log.info(change, 'posts have changed')
        onChange(change)
      }
      res.set('Cache-Control', 'no-store').status(204).end()
    },
  ]
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new HttpError(400, 'BadRequestError', 'the body cannot be parsed; expected JSON')
  }
}
