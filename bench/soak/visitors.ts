import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { localise } from '../../shared/language.ts'
import { pages, pathOf, plainPageIds } from '../../shared/site-map.ts'
import { bigFile, newPictures, picturePath, pictures, postsPerLanguage, slugOf } from './addresses.ts'

/** An act of a visitor, and the statuses that may answer it. */
export type Act = {
  name: string
  /** How often, compared with the others. */
  weight: number
  expected: readonly number[]
  /** Whether its duration is the site's: a slow reader's is not. */
  timed: boolean
  /** Resolves to the status; null where the visitor left. */
  run: () => Promise<number | null>
}

/** Less than the 65 s after which the site closes an idle connection: no request crosses that (RFC 9112 §9.3.1). */
const maxIdleMs = 60_000

const random = (below: number) => Math.floor(Math.random() * below)
const oneOf = <T>(values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0]

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
  const page = (path: string) => ask(path, { 'accept-encoding': oneOf(encodings) })
  const article = () => {
    const language = oneOf(languages)
    return localise(`/blog/${slugOf(language, random(postsPerLanguage))}`, language)
  }
  const anyPage = () => (random(3) === 0 ? article() : (plainPaths[random(plainPaths.length)] ?? '/'))

  const picture = (index: number) =>
    ask(`/media${picturePath(index)}`, {
      accept: oneOf(['image/webp,*/*', '*/*']),
    })

  function send(path: string, value: object): Promise<number> {
    return ask(path, { 'content-type': 'application/json' }, JSON.stringify(value))
  }

  /** Leaves while the request is under way, or while its answer is. */
  function leaveEarly(path: string, afterMs: number): Promise<null> {
    return new Promise((resolve) => {
      const asked = request(siteUrl + path, { agent: false })
      asked.on('error', () => {})
      asked.on('response', (answer) => answer.on('error', () => {}).resume())
      asked.on('close', () => resolve(null))
      asked.end()
      setTimeout(() => asked.destroy(), afterMs)
    })
  }

  /** Takes a little at a time, as on a bad line, and gives up after some seconds. */
  async function readSlowly(path: string): Promise<number> {
    const asked = request(siteUrl + path, { agent: false, headers: { 'accept-encoding': 'identity' } })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on('response', resolve).on('error', reject).end()
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
      const headers = { 'accept-encoding': oneOf(encodings) }
      const etag = etags.get(keyOf(path, headers))
      return ask(path, { ...headers, ...(etag === undefined ? {} : { 'if-none-match': etag }) })
    }),
    act('article', 120, () => page(article())),
    act('page of the cookie', 30, () => ask('/ai', { cookie: `i18next=${oneOf(languages)}` })),
    act('topic', 20, () => page(localise('/blog/tag/strategie', oneOf(languages)))),
    act('interface', 60, () => page(`/api/posts?lang=${oneOf(languages)}`)),
    act('interface, article', 40, () => page(`/api/posts/${slugOf('fr', random(postsPerLanguage))}?lang=fr`)),
    act('feed', 30, () => page(oneOf(['/rss.xml', '/en/rss.xml', '/feed.json', '/sitemap.xml', '/robots.txt']))),
    act('picture', 40, () => picture(random(pictures))),
    act('new picture', 2, () => picture(pictures + random(newPictures))),
    act('unknown page', 20, () => page(`/nowhere-${random(1e9)}`), [404]),
    act('unknown article', 10, () => page(`/blog/unknown-${random(1e9)}`), [404, 503]),
    act('redirect', 10, () => page('/fr/ai'), [302]),
    act('broken address', 5, () => page('/%E0%A4%A'), [400]),
    act('check of a form', 5, () => ask(oneOf(['/api/contact/check', '/api/newsletter/check']))),
    act('wrong form', 5, () => send('/api/contact', { name: '', lang: 'fr' }), [422, 429]),
    act(
      'subscription',
      2,
      () => send('/api/newsletter', { email: `soak-${random(1e9)}@example.com`, lang: oneOf(languages) }),
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
