import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { startInstance } from './played-instance.ts'

type Site = { url: string }

/**
 * Ways to two sites, for a proxy in front. The first form of all reaches its site, and its answer is lost: as where that
 * instance dies once it has done everything but say so.
 *
 * @param beforeLost what else happens then, to the site that it reached
 */
export async function loseFirstAnswer<S extends Site>(
  sites: readonly [S, S],
  beforeLost: (site: S) => Promise<unknown>,
) {
  const reached: S[] = []
  const start = (site: S) =>
    startInstance(async (req, res) => {
      const isForm = req.method === 'POST'
      if (isForm) reached.push(site)
      const isLost = isForm && reached.length === 1
      const answer = await pass(req, site)
      if (!isLost) return give(answer, res)
      answer.resume()
      await beforeLost(site)
      req.socket.destroy()
    })
  const [one, other] = [await start(sites[0]), await start(sites[1])]
  return {
    /** The sites that a form has reached, in this order. */
    reached,
    places: [one.place, other.place] as const,
    async [Symbol.asyncDispose]() {
      for (const way of [one, other]) await way[Symbol.asyncDispose]()
    },
  }
}

function pass(req: IncomingMessage, { url }: Site): Promise<IncomingMessage> {
  const { method, headers } = req
  return new Promise((resolve, reject) => {
    req.pipe(request(url + req.url, { method, headers, agent: false }, resolve).once('error', reject))
  })
}

function give(answer: IncomingMessage, res: ServerResponse): void {
  res.writeHead(answer.statusCode ?? 0, answer.headers)
  answer.pipe(res)
}
