import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/** What the visitor's address counts as in a rate: whoever has one IPv6 address has the 2^64 beside it. */
export function networkOf(req: Request): string {
  return ipKeyGenerator(req.ip ?? '', 64)
}
