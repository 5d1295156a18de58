import * as z from 'zod'
import { parseJson } from '../http/json.ts'
import type { Engine } from './engine.ts'

/** An object of the purges' identifiers, by tag; an error has `msg`. */
const refused = z.object({ msg: z.string() })

/** https://www.fastly.com/documentation/reference/api/purging/: `POST /service/{service_id}/purge`, which may be soft. */
export const fastly: Engine = {
  mostTags: 256,
  callsFor: (tags, { urls, token }) =>
    urls.map((url) => ({
      method: 'POST',
      url: `${url}/purge`,
      headers: {
        'Fastly-Key': token,
        'Fastly-Soft-Purge': '1',
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ surrogate_keys: tags }),
    })),
  refusalIn: (body) => (refused.safeParse(parseJson(body)).success ? 'refuses the purge' : null),
}
