import * as z from 'zod'
import type { PurgeConfig } from '../config/config.ts'
import { parseJson } from '../http/json.ts'
import type { Tag } from './tags.ts'

/** A call that has a cache take tags for stale, or for gone where it knows no better. */
export type PurgeCall = { method: string; url: string; headers: Record<string, string>; body?: string }

/** How a kind of cache is told. */
type Engine = {
  /** How many tags one call may name. */
  mostTags: number
  /** @param url one of `PURGE_URL` */
  callFor: (tags: readonly Tag[], url: string, token: string) => PurgeCall
  /** The refusal in the body of a 2xx; null: there is none. */
  refusalIn: (body: string) => string | null
}

/**
 * deploy/varnish/default.vcl: `PURGE` with tags is a soft purge (vmod xkey). Each Varnish has a cache of its own, so each of
 * `PURGE_URL` is told.
 */
const varnish: Engine = {
  // Varnish takes 8 KB for a line of a header.
  mostTags: 64,
  callFor: (tags, url, token) => ({
    method: 'PURGE',
    url: `${url}/`,
    headers: { Authorization: `Bearer ${token}`, 'Surrogate-Key': tags.join(' ') },
  }),
  refusalIn: () => null,
}

/** An object of the purges' identifiers, by tag; an error has `msg`. */
const refusedByFastly = z.object({ msg: z.string() })

/** https://www.fastly.com/documentation/reference/api/purging/: `POST /service/{service_id}/purge`, which may be soft. */
const fastly: Engine = {
  mostTags: 256,
  callFor: (tags, url, token) => ({
    method: 'POST',
    url: `${url}/purge`,
    headers: {
      'Fastly-Key': token,
      'Fastly-Soft-Purge': '1',
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ surrogate_keys: tags }),
  }),
  refusalIn: (body) => (refusedByFastly.safeParse(parseJson(body)).success ? 'refuses the purge' : null),
}

const done = z.object({ success: z.literal(true) })
const refusedByCloudflare = z.object({ errors: z.array(z.object({ code: z.number() })).min(1) })

/**
 * https://developers.cloudflare.com/api/resources/cache/methods/purge/: `POST /zones/{zone_id}/purge_cache`. It knows no soft purge;
 * the plans differ in how many tags a call may name, and 30 is right for each.
 */
const cloudflare: Engine = {
  mostTags: 30,
  callFor: (tags, url, token) => ({
    method: 'POST',
    url: `${url}/purge_cache`,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tags }),
  }),
  refusalIn(body) {
    const answer = parseJson(body)
    if (done.safeParse(answer).success) return null
    const [error] = refusedByCloudflare.safeParse(answer).data?.errors ?? []
    return error === undefined ? 'answers what is no answer of Cloudflare' : `refuses the purge (code ${error.code})`
  },
}

export const engines: Record<PurgeConfig['engine'], Engine> = { varnish, fastly, cloudflare }
