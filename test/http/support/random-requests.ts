/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `good`: a visitor's request, which is answered with 200. */
export type RandomRequest = { good: boolean; bytes: Buffer }

const words = (text: string) => text.split(/\s+/)

const good =
  words(`/ /en /ai /en/archiving /blog /en/blog /blog/un-article /contact?subject=ai /terms /rss.xml /api/posts?lang=fr
  /api/posts/un-article?lang=fr /sitemap.xml /robots.txt /healthz /favicon.svg`)
const others =
  words(`/api/newsletter /api/contact /api/contact/check /api/newsletter/check /language /webhooks/ghost /preview/ /media/content/images/
  /media/content/images/size/w600/format/webp/a.png /media/external/a/b /assets/ /share/fr-home.png /blog/tag/strategie /fr/ai/ /readyz
  /.well-known/security.txt /site.webmanifest /opensearch.xml /api/search /nothing /en/ /blog/author/
  /from-ghost/ /from-ghost/blog/ /share/fr/ /media/w320/content/images/ /media/share/external/x/ * http://evil.example/ai`)
const posted = words('/api/newsletter /api/contact /language /webhooks/ghost')

const pieces =
  words(`% %00 %2e%2e .. / // \\ ? # & = %ff %c0%af ; : @ %0d%0a %2f %5c ' " <script> {{ __proto__ constructor
  [ :99999 @evil.example ?q[]=a ?lang=fr&lang=en lang=fr page=2 %F0%9F%92%A9 ${'a'.repeat(3000)}`)
/** Characters that are forbidden in the lines of a request. */
const breaks = ['\r\n', '\n', '\0', ' ', '\t', 'é', '\u2028', '💩', '\x7f']

const methods = words('GET GET GET HEAD POST PUT DELETE OPTIONS TRACE CONNECT PATCH get FOO')
const names =
  words(`Accept-Encoding Accept-Language Accept Cookie If-None-Match If-Modified-Since Range Origin Referer Upgrade
  X-Forwarded-For X-Forwarded-Proto X-Request-Id X-Ghost-Signature Sec-Fetch-Site TE Content-Encoding Authorization X-A`)
/** Fields that determine a request's end and its recipient. */
const framing = words('Content-Length Transfer-Encoding Host Connection Content-Type Expect')
const values = [
  ...words(
    'gzip *;q=0 i18next=en contact-draft=a newsletter-draft=a "a" * bytes=0-1,-5 null http://evil.example 1.2.3.4 same-origin cross-site',
  ),
  ...words('websocket application/json text/plain application/json;charset=x 0 5 -1 99999999 chunked close keep-alive'),
  ...['sha256=a, t=1', 'gzip, br', '"a", W/"b"', '', 'a'.repeat(5000)],
]
const types = words(
  'application/json application/json application/x-www-form-urlencoded application/x-www-form-urlencoded a/b',
)
const bodies = [
  ...words('{} {"email":"a@b.ca","lang":"fr"} {"email":{"a":1}} [1] null { email=a&lang=fr lang=en&to=/ai __proto__=1'),
  ...words('lang=en&to=//evil.example name=a&email=b&subject=ai&message=c'),
  ...['5\r\nabcde\r\n0\r\n\r\n', '['.repeat(2000), 'a'.repeat(20_000), ''],
]

/** A valid request, a distorted one, or random text. */
export function randomRequest(random: Random): RandomRequest {
  const below = (count: number) => Math.floor(random() * count)
  const pick = (from: readonly string[]) => from[below(from.length)] ?? ''
  const some = <T>(max: number, make: () => T) => Array.from({ length: below(max + 1) }, make)
  const distorted = (text: string) =>
    some(3, () => pick(random() < 0.05 ? breaks : pieces)).reduce((whole, piece) => {
      const at = below(whole.length + 1)
      return whole.slice(0, at) + piece + whole.slice(at + below(4))
    }, text)

  const kind = random()
  if (kind < 0.2) {
    return {
      good: true,
      bytes: Buffer.from(`GET ${pick(good)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    }
  }
  if (kind < 0.25) return { good: false, bytes: Buffer.from(Array.from({ length: below(400) }, () => below(256))) }
  const posts = random() < 0.4
  const body = posts ? distorted(pick(bodies)) : ''
  const target = random() < 0.8 && posts ? pick(posted) : distorted(pick([...good, ...others]))
  const head = [
    `${random() < 0.8 && posts ? 'POST' : pick(methods)} ${target} HTTP/1.${random() < 0.9 ? 1 : below(3)}`,
    'Host: localhost',
    ...(posts && random() < 0.9 ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    ...(posts && random() < 0.9 ? [`Content-Type: ${pick(types)}`] : []),
    ...some(4, () => {
      const name = pick(random() < 0.05 ? framing : names)
      return `${name}: ${random() < 0.7 ? pick(values) : distorted(pick(values))}`
    }),
    'Connection: close',
  ]
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, random() < 0.5 ? 'utf8' : 'latin1')
  // Some requests have random bytes in random places.
  if (random() < 0.2) for (const _ of some(5, () => null)) bytes[below(bytes.length)] = below(256)
  return { good: false, bytes }
}
