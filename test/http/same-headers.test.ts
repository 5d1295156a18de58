import { Agent, get } from 'node:http'
import { expect, it } from 'vitest'
import { type PageCacheStatus, unobserved } from '../../server/log/observer.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { pathsIn, posts } from './support/addresses.ts'

const pages = [...pathsIn('fr'), ...pathsIn('en'), '/contact?subject=ai', '/en/contact?subject=archiving']
const others = ['/rss.xml', '/sitemap.xml', '/api/posts?lang=fr', '/favicon.svg', '/nothing']

/** Of one request, or of the moment. */
const mayDiffer = ['Cache-Status', 'Date', 'Age', 'X-Request-Id', 'Connection', 'Keep-Alive'].map((name) =>
  name.toLowerCase(),
)

type Answer = { status: number; headers: string[]; connection: string | undefined }

/** On a connection that the client would keep: what closes it is the site's own wish. */
function ask(url: string, agent: Agent, etag?: string): Promise<Answer> {
  const headers = { 'Accept-Encoding': 'br', ...(etag && { 'If-None-Match': etag }) }
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      const { statusCode: status = 0, rawHeaders } = answer.resume()
      const lines = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
      )
      // The values of some differ; that they are there, and how often, does not.
      const told = lines.map(([name = '', value = '']) => (mayDiffer.includes(name) ? name : `${name}: ${value}`))
      const kept = told.filter((line) => line !== 'keep-alive').sort()
      answer.once('end', () => resolve({ status, headers: kept, connection: answer.headers.connection }))
    }).once('error', reject)
  })
}

it.each([
  { state: 'while it serves', stops: false },
  { state: 'while it is stopping', stops: true },
])('sends thirty addresses with the same headers at the first, second and third request, $state', async ({ stops }) => {
  const outcomes: PageCacheStatus[] = []
  const observer = { ...unobserved, onPage: (outcome: PageCacheStatus) => void outcomes.push(outcome) }
  const { site } = await startSiteWithGhost(posts, {}, undefined, {}, observer)
  const agent = new Agent({ keepAlive: true })
  if (stops) site.retire()
  expect(pages.length + others.length).toBeGreaterThanOrEqual(30)
  for (const path of [...pages, ...others]) {
    outcomes.length = 0
    const answers = []
    for (const _time of [1, 2, 3]) answers.push(await ask(site.url + path, agent))
    const [made, ...repeated] = answers
    for (const answer of repeated) expect([path, answer]).toEqual([path, made])
    expect([path, made?.connection]).toEqual([path, stops ? 'close' : 'keep-alive'])
    if (!pages.includes(path)) continue
    expect([path, outcomes.at(1), outcomes.at(2)]).toEqual([path, 'hit', 'fast'])
    expect(made?.headers.filter((line) => /^(link|cache-status)/.test(line)).length).toBeGreaterThan(1)

    // 304 by the fast path, which says all that the 200 said but of its body.
    const etag = made?.headers.find((line) => line.startsWith('etag: '))?.slice('etag: '.length)
    const known = await ask(site.url + path, agent, etag)
    const ofBody = /^content-(type|length|encoding)/
    expect([path, known.status, known.headers]).toEqual([path, 304, made?.headers.filter((line) => !ofBody.test(line))])
  }
  agent.destroy()
})
