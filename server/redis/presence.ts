import { scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { Config } from '../config/config.ts'
import { parseJson } from '../http/json.ts'

/** What the keys begin with under which living instances can be seen, also by those that share nothing else with them. */
export const presencePrefix = 'site:presence:'

const presence = z.object({
  /** Printed by the doctor, so nothing else than an origin. */
  siteUrl: z.string().regex(/^https?:\/\/[\w.:[\]-]{1,300}$/),
  /** Of the secret and of the Ghost that goes with it; null: of chance, so that it is no other instance's. */
  fingerprint: z.string().max(64).nullable(),
})

/** What an instance writes about itself: the same for all that share their state (server/redis/shared-state.ts). */
export type Presence = z.infer<typeof presence>

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)
/** A guess at the secret costs what OWASP asks of a password's: https://cheatsheetseries.owasp.org/ (Password Storage). */
const cost = { N: 2 ** 14, r: 8, p: 5 }

/** @param siteUrl by default this configuration's own; the doctor asks what it would be at another's */
export async function presenceOf(
  { siteSecret, ghost, siteUrl: own }: Pick<Config, 'siteSecret' | 'ghost' | 'siteUrl'>,
  siteUrl = own,
): Promise<Presence> {
  const secret = siteSecret ?? ghost?.key
  if (secret === undefined) return { siteUrl, fingerprint: null }
  const made = await derive(JSON.stringify([secret, ghost?.url, ghost?.version]), `presence ${siteUrl}`, 24, cost)
  return { siteUrl, fingerprint: made.toString('base64url') }
}

/** @returns null where the text is none, as of an instance that has just begun */
export function parsePresence(text: string | null): Presence | null {
  return presence.safeParse(parseJson(text ?? '')).data ?? null
}
