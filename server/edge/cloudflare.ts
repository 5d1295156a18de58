import * as z from 'zod'
import { parseJson } from '../http/json.ts'
import type { Engine } from './engine.ts'

const done = z.object({ success: z.literal(true) })
const refused = z.object({ errors: z.array(z.object({ code: z.number() })).min(1) })

/**
 * https://developers.cloudflare.com/api/resources/cache/methods/purge/: `POST /zones/{zone_id}/purge_cache`. It knows no soft purge;
 * the plans differ in how many tags a call may name, and 30 is right for each.
 */
export const cloudflare: Engine = {
  mostTags: 30,
  callsFor: (tags, { urls, token }) =>
    urls.map((url) => ({
      method: 'POST',
      url: `${url}/purge_cache`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags }),
    })),
  refusalIn(body) {
    const answer = parseJson(body)
    if (done.safeParse(answer).success) return null
    const [error] = refused.safeParse(answer).data?.errors ?? []
    return error === undefined ? 'answers what is no answer of Cloudflare' : `refuses the purge (code ${error.code})`
  },
}
