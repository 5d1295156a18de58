import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenForTest } from './listen-for-test.ts'

const edgeToken = 'un-jeton-de-test-0123'

/** Refuses what the documentation says is refused; else the tags of a call. */
type Reader = (req: IncomingMessage, body: string, res: ServerResponse) => string[] | null

function answer(res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): null {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  return null
}

/** The words and codes of Cloudflare's API, v4: every answer has these four members. */
function refuseAsCloudflare(res: ServerResponse, status: number, code: number, message: string): null {
  return answer(res, status, { success: false, errors: [{ code, message }], messages: [], result: null })
}

const readers = {
  /** `PURGE` as deploy/varnish/default.vcl takes it; a line of a header is 8 KB at most. */
  varnish(req, _body, res) {
    const tags = String(req.headers['surrogate-key'] ?? '')
    const isAllowed = req.method === 'PURGE' && req.headers.authorization === `Bearer ${edgeToken}`
    if (!isAllowed) return answer(res, 403, {})
    if (tags.length > 8000) return answer(res, 400, {})
    res.end(`Purged ${tags.split(' ').length}\n`)
    return tags.split(' ')
  },

  /** https://www.fastly.com/documentation/reference/api/purging/: 256 keys at most; answers with an identifier for each. */
  fastly(req, body, res) {
    if (req.headers['fastly-key'] !== edgeToken)
      return answer(res, 401, { msg: 'Provided credentials are missing or invalid' })
    if (req.method !== 'POST' || req.url !== '/service/abc/purge') return answer(res, 404, { msg: 'Record not found' })
    const isSoft = req.headers['fastly-soft-purge'] === '1'
    if (!isSoft || req.headers['content-type'] !== 'application/json') return answer(res, 400, { msg: 'Bad request' })
    const { surrogate_keys: keys } = JSON.parse(body) as { surrogate_keys: string[] }
    if (keys.length > 256) return answer(res, 400, { msg: 'Too many surrogate keys' })
    answer(res, 200, Object.fromEntries(keys.map((key, index) => [key, `108-1391560174-97412${index}`])))
    return keys
  },

  /** https://developers.cloudflare.com/api/resources/cache/methods/purge/: 30 tags at most in the plan that allows least. */
  cloudflare(req, body, res) {
    if (req.headers.authorization !== `Bearer ${edgeToken}`)
      return refuseAsCloudflare(res, 403, 10000, 'Authentication error')
    if (req.method !== 'POST' || req.url !== '/client/v4/zones/abc/purge_cache')
      return refuseAsCloudflare(res, 404, 7003, 'Could not route to the resource')
    if (req.headers['content-type'] !== 'application/json')
      return refuseAsCloudflare(res, 400, 1012, 'Request must contain one of "purge_everything", "files", "tags"')
    const { tags } = JSON.parse(body) as { tags: string[] }
    if (tags.length > 30) return refuseAsCloudflare(res, 400, 1094, 'Too many tags')
    answer(res, 200, { success: true, errors: [], messages: [], result: { id: 'abc' } })
    return tags
  },
} satisfies Record<string, Reader>

/** A cache at the edge that only listens; it can fall ill. */
export async function startFakeEdge(engine: keyof typeof readers) {
  const calls: string[][] = []
  const state: { illness: ((res: ServerResponse) => void) | null } = { illness: null }
  const attempts = { count: 0 }
  const server = createServer(async (req, res) => {
    const body = await text(req)
    attempts.count += 1
    if (state.illness !== null) return state.illness(res)
    const tags = readers[engine](req, body, res)
    if (tags !== null) calls.push(tags)
  })
  const listening = await listenForTest(server)
  const path = { varnish: '', fastly: '/service/abc', cloudflare: '/client/v4/zones/abc' }[engine]
  return {
    ...listening,
    /** The tags of each purge that it has taken. */
    calls,
    /** The number of all calls. */
    attempts,
    /** Set `illness` at any time. */
    state,
    env: { PURGE: engine, PURGE_URL: listening.url + path, PURGE_TOKEN: edgeToken },
  }
}
