import type { RequestHandler, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Config } from '../config.ts'
import { refuseUntilReset } from '../rate-limit.ts'

const accepted = 'accepted'

/** To be called where a form post was taken; its status does not tell, since without JavaScript it is always redirected. */
export function markAccepted(res: Response): void {
  res.locals[accepted] = true
}

/** Counts what was accepted only: a visitor who mends a mistyped address is not held up. */
export function limitForms({ formsPer10Minutes }: Config): RequestHandler {
  return rateLimit({
    windowMs: 10 * 60 * 1000,
    limit: formsPer10Minutes,
    ipv6Subnet: 64,
    skipFailedRequests: true,
    requestWasSuccessful: (_req, res) => res.locals[accepted] === true,
    standardHeaders: false,
    legacyHeaders: false,
    handler: refuseUntilReset('too many forms came from this address; try again later'),
  })
}
