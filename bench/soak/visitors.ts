import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { localise } from '../../shared/language.ts'
import { pages, pathOf, plainPageIds } from '../../shared/site-map.ts'
import { bigFile, newPictures, picturePath, pictures, postsPerLanguage, slugOf } from './addresses.ts'

/** An act of a visitor, and the statuses that may answer it. */
export type Act = {
  name: string
  /** Its frequency, relative to the other acts. */
  weight: number
  expected: readonly number[]
  /** Whether its duration is measured; a slow reader's is not the site's. */
  timed: boolean
  /** Resolves to the status; null if the visitor left. */
  run: () => Promise<number | null>
}

/** The site closes an idle connection after 65 s. Leaving earlier, no request is lost to that (RFC 9112 §9.3.1). */
const maxIdleMs = 60_000

const random = (below: number) => Math.floor(Math.random() * below)
const pick = <T>(values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0]

const encodings = ['br', 'gzip', 'identity'] as const
const languages = ['fr', 'en'] as const
const plainPaths = plainPageIds.flatMap((page) =>
  pages[page].languages.map((language) => localise(pathOf(page), language)),
)

/** Everything that visitors do, on one pool of connections. */
export function createVisitors(siteUrl: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: maxIdleMs })
  const etags = new Map<string, string>()

  function open(path: string, headers: OutgoingHttpHeaders, body?: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      request(siteUrl + path, { agent, headers, method }, resolve)
        .on('error', reject)
        .end(body)
    })
  }

  async function ask(path: string, headers: OutgoingHttpHeaders = {}, body?: string): Promise<number> {
    const answer = await open(path, headers, body)
    const { etag } = answer.headers
    if (etag !== undefined && body === undefined) etags.set(keyOf(path, headers), etag)
    for await (const _ of answer);
    return answer.statusCode ?? 0
  }

  const keyOf = (path: string, headers: OutgoingHttpHeaders) => `${String(headers['accept-encoding'])} ${path}`
  const page = (path: string) => ask(path, { 'accept-encoding': pick(encodings) })
  const article = () => {
    const language = pick(languages)
    return localise(`/blog/${slugOf(language, random(postsPerLanguage))}`, language)
  }
  const anyPage = () => (random(3) === 0 ? article() : (plainPaths[random(plainPaths.length)] ?? '/'))

  const picture = (index: number) =>
    ask(`/media${picturePath(index)}`, {
      accept: pick(['image/webp,*/*', '*/*']),
    })

  function send(path: string, value: object): Promise<number> {
    return ask(path, { 'content-type': 'application/json' }, JSON.stringify(value))
  }

  /** Aborts during the request or its answer. */
  function leaveEarly(path: string, afterMs: number): Promise<null> {
    return new Promise((resolve) => {
      const sent = request(siteUrl + path, { agent: false })
      sent.on('error', () => {})
      sent.on('response', (answer) => answer.on('error', () => {}).resume())
      sent.on('close', () => resolve(null))
      sent.end()
      setTimeout(() => sent.destroy(), afterMs)
    })
  }

  /** Reads slowly, as on a bad line, and gives up after some seconds. */
  async function readSlowly(path: string): Promise<number> {
    const sent = request(siteUrl + path, { agent: false, headers: { 'accept-encoding': 'identity' } })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject).end()
    })
    for (let times = 0; times < 20 && !answer.readableEnded; times += 1) {
      answer.read(4096)
      await delay(200)
    }
    answer.on('error', () => {}).destroy()
    return answer.statusCode ?? 0
  }

  const acts: Act[] = [
    act('page', 400, () => page(anyPage())),
    act('known page', 120, () => {
      const path = anyPage()
      const headers = { 'accept-encoding': pick(encodings) }
      const etag = etags.get(keyOf(path, headers))
      return ask(path, { ...headers, ...(etag === undefined ? {} : { 'if-none-match': etag }) })
    }),
    act('article', 120, () => page(article())),
    act('page of the cookie', 30, () => ask('/ai', { cookie: `i18next=${pick(languages)}` })),
    act('topic', 20, () => page(localise('/blog/tag/strategie', pick(languages)))),
    act('interface', 60, () => page(`/api/posts?lang=${pick(languages)}`)),
    act('interface, article', 40, () => page(`/api/posts/${slugOf('fr', random(postsPerLanguage))}?lang=fr`)),
    act('feed', 30, () => page(pick(['/rss.xml', '/en/rss.xml', '/feed.json', '/sitemap.xml', '/robots.txt']))),
    act('picture', 40, () => picture(random(pictures))),
    act('new picture', 2, () => picture(pictures + random(newPictures))),
    act('unknown page', 20, () => page(`/nowhere-${random(1e9)}`), [404]),
    act('unknown article', 10, () => page(`/blog/unknown-${random(1e9)}`), [404, 503]),
    act('redirect', 10, () => page('/fr/ai'), [302]),
    act('broken address', 5, () => page('/%E0%A4%A'), [400]),
    act('check of a form', 5, () => ask(pick(['/api/contact/check', '/api/newsletter/check']))),
    act('wrong form', 5, () => send('/api/contact', { name: '', lang: 'fr' }), [422, 429]),
    act(
      'subscription',
      2,
      () => send('/api/newsletter', { email: `soak-${random(1e9)}@example.com`, lang: pick(languages) }),
      [202, 429],
    ),
    act('wrong subscription', 3, () => send('/api/newsletter', { email: 'none', lang: 'fr' }), [422, 429]),
    { ...act('leaves early', 20, () => leaveEarly(anyPage(), random(10))), timed: false },
    { ...act('leaves a file', 2, () => leaveEarly(`/media${bigFile}`, random(50))), timed: false },
    { ...act('reads slowly', 1, () => readSlowly(`/media${bigFile}`)), timed: false },
  ]
  return { acts, leave: () => agent.destroy() }
}

function act(name: string, weight: number, run: Act['run'], expected: readonly number[] = [200, 304]): Act {
  return { name, weight, run, expected, timed: true }
}
