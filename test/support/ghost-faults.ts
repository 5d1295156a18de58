import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Answer, contentKey } from './fake-ghost.ts'

/**
 * A way in which a CMS fails; `name` completes "Ghost …". Pages wait for a list for `waitMs`, and a call may take `timeoutMs`. By
 * default, both are longer than a busy machine needs.
 */
export type Fault = {
  name: string
  waitMs?: number
  timeoutMs?: number
  /** The name of a fault that looks the same to the site. Only an exhaustive run includes both. */
  isLike?: string
  /** Its answer, or why there is none: nothing listens, or its host name is unknown. */
  how: Answer | 'no server' | 'no name'
}

export const json = { 'Content-Type': 'application/json; charset=utf-8' }
const html = { 'Content-Type': 'text/html; charset=utf-8' }
export const errorsOf = (type: string, message = '-') => JSON.stringify({ errors: [{ message, type }] })

/** An answer with this status, JSON unless the headers say otherwise. */
export const answering =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = json) =>
  (_req: IncomingMessage, res: ServerResponse) =>
    void res.writeHead(status, headers).end(body)

const well: Answer = (_req, res, page) => void res.writeHead(200, json).end(JSON.stringify(page))

const served = new WeakSet<object>()

/** Answers the first request of each connection, and closes it when the next one arrives. */
const closesReused: Answer = (req, res, page) => {
  if (served.has(req.socket)) return void req.socket.destroy()
  served.add(req.socket)
  well(req, res, page)
}

const late =
  (milliseconds: number): Answer =>
  (req, res, page) =>
    void setTimeout(() => well(req, res, page), milliseconds)

const dripping: Answer = (_req, res) => {
  const timer = setInterval(() => res.write(' '), 20)
  res.once('close', () => clearInterval(timer))
}

/** Begins a body, and ends it like this. */
const endsAmid =
  (end: (res: ServerResponse) => unknown, headers = {}): Answer =>
  (_req, res) =>
    void res.writeHead(200, { ...json, ...headers }).write('{"posts":[', () => void end(res))

const hangUp = (res: ServerResponse) => res.destroy()
const headersOnly: Answer = (_req, res) => void res.writeHead(200, json).flushHeaders()
const redirectsToItself: Answer = (req, res) => void res.writeHead(301, { Location: req.url ?? '' }).end()

const sendsBad =
  (others: (posts: object[]) => object[]): Answer =>
  (req, res, { posts, meta }) =>
    well(req, res, { posts: [...others(posts), { slug: 42 }], meta })

const megabyte = Buffer.alloc(2 ** 20, ' ')
const hundredMegabytes = String(100 * megabyte.length)

/** Writes a body of 100 MB, as fast as the client reads. */
export function sendHugeBody(res: ServerResponse, headers: Record<string, string> = {}): void {
  res.writeHead(200, { ...json, ...headers })
  let left = 100
  const more = () => {
    while (left-- > 0) if (!res.write(megabyte)) return void res.once('drain', more)
    res.end()
  }
  more()
}

const sendsBomb: Answer = (_req, res) => {
  res.writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
  res.end(gzipSync(Buffer.alloc(Number(hundredMegabytes), ' ')))
}

const year = 365 * 86_400_000

function misdated(milliseconds: number): Answer {
  const then = new Date(Date.now() + milliseconds)
  return (_req, res, { posts, meta }) =>
    void res
      .writeHead(200, { ...json, Date: then.toUTCString() })
      .end(JSON.stringify({ posts: posts.map((post) => ({ ...post, published_at: then.toISOString() })), meta }))
}

// Rows that others are like.
const chunked = 'hangs up within a chunked body'
const retryAfter20 = 'answers 503 with `Retry-After: 20`'
const wrongKey = 'answers 401: the key is wrong'
const malformed = 'answers malformed JSON'
const announces = 'announces 100 MB'

const busy = errorsOf('TooManyRequestsError', 'Too many attempts.')
const retryAfter = (value: string, more = {}) => ({ ...json, ...more, 'Retry-After': value })
const noonAnd90s = retryAfter('Fri, 20 Nov 2026 12:01:30 GMT', { Date: 'Fri, 20 Nov 2026 12:00:00 GMT' })
const zstd = { ...json, 'Content-Encoding': 'zstd' }
const page = '<h1>Back soon</h1>'
const elsewhere = { Location: `http://elsewhere.invalid/?key=${contentKey}` }

type Row = [
  name: string,
  how: Answer | 'no server' | 'no name',
  options?: Pick<Fault, 'waitMs' | 'timeoutMs' | 'isLike'>,
]

const rows: Row[] = [
  ['is well', well],
  ['closes each kept connection just as it is reused', closesReused, { isLike: 'is well' }],
  ['takes 0.3 s', late(300), { isLike: 'is well' }],
  ['takes longer than `POSTS_WAIT_MS`', late(1000), { waitMs: 50 }],
  ['takes longer than `GHOST_TIMEOUT_MS`', late(2000), { timeoutMs: 200, isLike: 'never answers' }],
  ['never answers, and pages do not wait so long', () => {}, { waitMs: 50, timeoutMs: 4000 }],
  ['never answers', () => {}, { timeoutMs: 200 }],
  ['sends its headers, then nothing', headersOnly, { timeoutMs: 200, isLike: 'sends a byte now and then' }],
  ['sends a byte now and then', dripping, { timeoutMs: 200 }],
  ['does not listen', 'no server', { isLike: 'has no address any more' }],
  ['has no address any more', 'no name'],
  ['hangs up without a word', (req) => void req.socket.destroy()],
  ['hangs up within a body of known length', endsAmid(hangUp, { 'Content-Length': '99' }), { isLike: chunked }],
  [chunked, endsAmid(hangUp)],
  ['resets the connection within the body', endsAmid((res) => res.socket?.resetAndDestroy()), { isLike: chunked }],
  ['answers 500', answering(500, errorsOf('InternalServerError', 'An unexpected error occurred.'))],
  ['answers 503 with a page, as while it starts', answering(503, page, {}), { isLike: 'answers 204' }],
  [retryAfter20, answering(503, page, { 'Retry-After': '20' })],
  [wrongKey, answering(401, errorsOf('UnauthorizedError'))],
  ['answers 403', answering(403, errorsOf('NoPermissionError')), { isLike: wrongKey }],
  ['is behind a firewall that answers 403 with a page', answering(403, page, html)],
  ['answers 404', answering(404, errorsOf('NotFoundError'))],
  ['answers 429 with `Retry-After: 7`', answering(429, busy, retryAfter('7')), { isLike: retryAfter20 }],
  ['answers 429 with a date in 90 s', answering(429, busy, noonAnd90s)],
  ['answers 429 with `Retry-After: 999999999`', answering(429, busy, retryAfter('999999999'))],
  ['answers 429 without a word', answering(429, busy), { isLike: wrongKey }],
  ['answers 204', answering(204, '', {})],
  ['redirects to itself', redirectsToItself, { isLike: 'redirects elsewhere' }],
  ['redirects elsewhere', answering(302, '', elsewhere)],
  ['answers HTML', answering(200, page, html), { isLike: malformed }],
  [malformed, answering(200, '{"posts":[{]}')],
  ['answers nothing', answering(200), { isLike: malformed }],
  ['answers another shape', answering(200, '{"posts":{}}')],
  ['sends invalid posts', sendsBad(() => []), { isLike: 'answers another shape' }],
  ['sends one invalid post among valid ones', sendsBad((posts) => posts)],
  [announces, (_req, res) => sendHugeBody(res, { 'Content-Length': hundredMegabytes })],
  ['sends 100 MB', (_req, res) => sendHugeBody(res), { isLike: announces }],
  ['sends 100 MB in 100 KB of gzip', sendsBomb, { isLike: announces }],
  [
    'announces gzip and sends plain text',
    (req, res, found) => well(req, res.setHeader('Content-Encoding', 'gzip'), found),
  ],
  ['sends an encoding that was not asked for', answering(200, '(\u00b5/', zstd), { isLike: malformed }],
  ['has a clock that is a year ahead', misdated(year)],
  ['has a clock that is a year behind', misdated(-year), { isLike: 'has a clock that is a year ahead' }],
]

/** The rows of docs/faults.md. */
export const faults: Fault[] = rows.map(([name, how, options]) => ({ name, how, ...options }))
