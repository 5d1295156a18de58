import { Agent, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { pathsIn, posts } from '../support/addresses.ts'
import { watchPages } from '../support/watch-pages.ts'

const pages = [...pathsIn('fr'), ...pathsIn('en'), '/contact?subject=ai', '/en/contact?subject=archiving']
const others = ['/rss.xml', '/sitemap.xml', '/api/posts?lang=fr', '/favicon.svg', '/nothing']

/** Values of one request, or of the moment: the headers themselves, and their number, must be the same. */
const differing = ['cache-status', 'date', 'age', 'x-request-id', 'connection']

type Answer = { status: number; headers: string[]; connection: string | undefined; body: Buffer }

/** The client keeps the connection, so only the site closes it. */
function ask(url: string, agent: Agent, etag?: string): Promise<Answer> {
  const headers = { 'Accept-Encoding': 'br', ...(etag && { 'If-None-Match': etag }) }
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      const { statusCode: status = 0, rawHeaders, headers } = answer
      const lines = rawHeaders.flatMap((name, index) => {
        const lower = name.toLowerCase()
        if (index % 2 === 1 || lower === 'keep-alive') return []
        return [differing.includes(lower) ? lower : `${lower}: ${rawHeaders[index + 1]}`]
      })
      buffer(answer).then(
        (body) => resolve({ status, headers: lines.sort(), connection: headers.connection, body }),
        reject,
      )
    }).once('error', reject)
  })
}

it('sends the same headers for the first three requests of thirty addresses, and during shutdown', async () => {
  expect(pages.length + others.length).toBeGreaterThanOrEqual(30)
  // Form tokens change on the hour, so the clock is set to its start.
  let now = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const { outcomes, observer } = watchPages()
  const env = { POSTS_TTL_SECONDS: '3600' }
  const { site } = await startSiteWithGhost(posts, env, () => now, {}, observer)
  const agent = new Agent({ keepAlive: true })
  // Some pages show more once both lists are in memory.
  for (const lang of ['fr', 'en']) await ask(`${site.url}/api/posts?lang=${lang}`, agent)
  const first = new Map<string, Answer>()

  for (const path of [...pages, ...others]) {
    outcomes.length = 0
    const made = await ask(site.url + path, agent)
    const repeated = [await ask(site.url + path, agent), await ask(site.url + path, agent)]
    first.set(path, made)
    for (const answer of repeated) expect([path, answer]).toEqual([path, made])
    expect([path, made.connection]).toEqual([path, 'keep-alive'])
    if (!pages.includes(path)) continue
    expect([path, outcomes.slice(1)]).toEqual([path, ['hit', 'fast']])
    // Node 20 may lose one of two headers of one name.
    expect(made.headers.filter((line) => line.startsWith('link: ')).length, path).toBeGreaterThan(1)
  }

  site.retire()
  // Express answers the second request, then the fast path.
  now += 61_000
  for (const [path, made] of first) {
    outcomes.length = 0
    for (const answer of [await ask(site.url + path, agent), await ask(site.url + path, agent)])
      expect([path, answer]).toEqual([path, { ...made, connection: 'close' }])
    if (!pages.includes(path)) continue
    expect([path, outcomes]).toEqual([path, ['hit', 'fast']])
    const etag = made.headers.find((line) => line.startsWith('etag: '))?.slice('etag: '.length)
    const known = await ask(site.url + path, agent, etag)
    const ofBody = /^content-(type|length|encoding)/
    expect(known.body).toHaveLength(0)
    expect([path, known.status, known.headers]).toEqual([path, 304, made.headers.filter((line) => !ofBody.test(line))])
  }
  agent.destroy()
})
