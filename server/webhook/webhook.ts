/**
 * Ghost's webhook: reports that posts have changed. Only recent deliveries with a valid signature are accepted, and drafts are
 * ignored. This folder knows nothing about posts or caches: `onChange` does.
 */
import type { RequestHandler } from 'express'
import { createBodyReader } from '../http/request-body.ts'
import { HttpError, payloadTooLarge, unavailable } from '../http/http-error.ts'
import { parseJson } from '../http/json.ts'
import type { Log } from '../runtime/log.ts'
import { isVisibleChange } from './delivery.ts'
import { isRecent, isSignedWith, parseSignature } from './signature.ts'

export { sign } from './signature.ts'

export type WebhookOptions = {
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
  onChange: () => void
  log: Log
}

/** The maximum size of a body. Bodies contain whole posts, before and after the change. */
const maxBytes = 10 * 1024 * 1024
/** The maximum size of all bodies whose signature is not checked yet. */
const maxUnsignedBytes = 16 * 1024 * 1024

/**
 * Answers `POST /webhooks/ghost` with 204 at once, because Ghost waits two seconds at most and does not retry. A delivery with
 * invalid headers is refused before its body is read.
 */
export function createWebhook({ secret, now, onChange, log }: WebhookOptions): RequestHandler {
  const readBody = createBodyReader(maxBytes, maxUnsignedBytes)

  function refused(reason: string): HttpError {
    log.warn({ reason }, 'Webhook rejected')
    // The challenge that a 401 has to carry (RFC 9110 §15.5.2); the scheme is Ghost's own.
    return new HttpError(401, 'UnauthorizedError', reason, { headers: { 'WWW-Authenticate': 'X-Ghost-Signature' } })
  }

  function givenUp(): HttpError {
    log.warn('Webhook not read, too many deliveries at once')
    return unavailable('too many deliveries at once', 1)
  }

  return async (req, res) => {
    // The reader would read the whole body before it refuses it.
    if (Number(req.get('content-length')) > maxBytes) throw payloadTooLarge(maxBytes)
    const signature = parseSignature(req.get('x-ghost-signature'))
    if (signature === null) throw refused('X-Ghost-Signature: is missing or malformed; expected sha256=<hex>, t=<ms>')
    if (!isRecent(signature, now())) {
      throw refused('X-Ghost-Signature: t is more than five minutes from now; expected a recent delivery')
    }
    const encoding = req.get('content-encoding') ?? 'identity'
    if (encoding.toLowerCase() !== 'identity') {
      throw new HttpError(415, 'UnsupportedMediaTypeError', `Content-Encoding: "${encoding}"; expected none`)
    }
    const body = await readBody(req)
    if (body.kind === 'aborted') return
    if (body.kind === 'tooLarge') throw payloadTooLarge(maxBytes)
    if (body.kind === 'givenUp') throw givenUp()
    const { bytes } = body
    if (!isSignedWith(secret, signature, bytes)) {
      throw refused('X-Ghost-Signature: does not match; expected the secret of GHOST_WEBHOOK_SECRET')
    }
    const delivery = parseJson(bytes.toString('utf8'))
    if (delivery === undefined) {
      throw new HttpError(400, 'BadRequestError', 'the body cannot be parsed; expected JSON')
    }
    if (isVisibleChange(delivery)) {
      log.info('posts have changed')
      onChange()
    }
    res.set('Cache-Control', 'no-store').status(204).end()
  }
}
