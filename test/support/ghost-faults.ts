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
} & (
  | { answer: Answer }
  /** Ghost is not there at all: nothing listens, or its name is gone. */
  | { gone: 'server' | 'name' }
)

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

/** Begins a body, and does this in the midst of it. */
const breaking =
  (breakOff: (res: ServerResponse) => unknown, headers = {}): Answer =>
  (_req, res) =>
    void res.writeHead(200, { ...json, ...headers }).write('{"posts":[', () => void breakOff(res))

const megabyte = Buffer.alloc(2 ** 20, ' ')
const hundredMegabytes = String(100 * megabyte.length)

/** Writes a body of 100 MB, as fast as it is taken. */
export function sendHugeBody(res: ServerResponse, headers: Record<string, string> = {}): void {
  res.writeHead(200, { ...json, ...headers })
  let left = 100
  const more = () => {
    while (left-- > 0) if (!res.write(megabyte)) return void res.once('drain', more)
    res.end()
  }
  more()
}

const year = 365 * 86_400_000

function misdated(milliseconds: number): Answer {
  const then = new Date(Date.now() + milliseconds)
  return (_req, res, { posts, meta }) =>
    void res
      .writeHead(200, { ...json, Date: then.toUTCString() })
      .end(JSON.stringify({ posts: posts.map((post) => ({ ...post, published_at: then.toISOString() })), meta }))
}

const busy = errorsOf('TooManyRequestsError', 'Too many attempts.')
const retryAfter = (value: string, more = {}) => ({ ...json, ...more, 'Retry-After': value })
const noonAnd90s = retryAfter('Fri, 20 Nov 2026 12:01:30 GMT', { Date: 'Fri, 20 Nov 2026 12:00:00 GMT' })
const elsewhere = { Location: `http://elsewhere.invalid/?key=${contentKey}` }

/** The rows of docs/faults.md. */
export const faults: Fault[] = [
  { name: 'is well', answer: well },
  { name: 'closes each kept connection just as it is reused', isLike: 'is well', answer: closesReused },
  { name: 'takes 0.3 s', isLike: 'is well', answer: late(300) },
  { name: 'takes longer than `POSTS_WAIT_MS`', waitMs: 50, answer: late(1000) },
  { name: 'takes longer than `GHOST_TIMEOUT_MS`', isLike: 'never answers', timeoutMs: 200, answer: late(2000) },
  { name: 'never answers, and pages do not wait so long', waitMs: 50, timeoutMs: 4000, answer: () => {} },
  { name: 'never answers', timeoutMs: 200, answer: () => {} },
  {
    name: 'sends its headers, then nothing',
    isLike: 'sends a byte now and then',
    timeoutMs: 200,
    answer: (_req, res) => void res.writeHead(200, json).flushHeaders(),
  },
  { name: 'sends a byte now and then', timeoutMs: 200, answer: dripping },
  { name: 'does not listen', isLike: 'has no address any more', gone: 'server' },
  { name: 'has no address any more', gone: 'name' },
  { name: 'hangs up without a word', answer: (req) => void req.socket.destroy() },
  {
    name: 'hangs up within a body of known length',
    isLike: 'hangs up within a chunked body',
    answer: breaking((res) => res.destroy(), { 'Content-Length': '99' }),
  },
  { name: 'hangs up within a chunked body', answer: breaking((res) => res.destroy()) },
  {
    name: 'resets the connection within the body',
    isLike: 'hangs up within a chunked body',
    answer: breaking((res) => res.socket?.resetAndDestroy()),
  },
  { name: 'answers 500', answer: answering(500, errorsOf('InternalServerError', 'An unexpected error occurred.')) },
  {
    name: 'answers 503 with a page, as while it starts',
    isLike: 'answers 204',
    answer: answering(503, '<h1>Starting</h1>', {}),
  },
  { name: 'answers 503 with `Retry-After: 20`', answer: answering(503, '<h1>Back soon</h1>', { 'Retry-After': '20' }) },
  { name: 'answers 401: the key is wrong', answer: answering(401, errorsOf('UnauthorizedError')) },
  {
    name: 'answers 403',
    isLike: 'answers 401: the key is wrong',
    answer: answering(403, errorsOf('NoPermissionError')),
  },
  { name: 'is behind a firewall that answers 403 with a page', answer: answering(403, '<h1>Forbidden</h1>', html) },
  { name: 'answers 404', answer: answering(404, errorsOf('NotFoundError')) },
  {
    name: 'answers 429 with `Retry-After: 7`',
    isLike: 'answers 503 with `Retry-After: 20`',
    answer: answering(429, busy, retryAfter('7')),
  },
  { name: 'answers 429 with a date in 90 s', answer: answering(429, busy, noonAnd90s) },
  { name: 'answers 429 with `Retry-After: 999999999`', answer: answering(429, busy, retryAfter('999999999')) },
  { name: 'answers 429 without a word', isLike: 'answers 401: the key is wrong', answer: answering(429, busy) },
  { name: 'answers 204', answer: answering(204, '', {}) },
  {
    name: 'redirects to itself',
    isLike: 'redirects elsewhere',
    answer: (req, res) => void res.writeHead(301, { Location: req.url ?? '' }).end(),
  },
  { name: 'redirects elsewhere', answer: answering(302, '', elsewhere) },
  { name: 'answers HTML', isLike: 'answers malformed JSON', answer: answering(200, '<h1>Back soon</h1>', html) },
  { name: 'answers malformed JSON', answer: answering(200, '{"posts":[{]}') },
  { name: 'answers nothing', isLike: 'answers malformed JSON', answer: answering(200) },
  { name: 'answers another shape', answer: answering(200, '{"posts":{}}') },
  {
    name: 'sends invalid posts',
    isLike: 'answers another shape',
    answer: (req, res, { meta }) => well(req, res, { posts: [{ slug: 42 }], meta }),
  },
  {
    name: 'sends one post that is none, beside others',
    answer: (req, res, { posts, meta }) => well(req, res, { posts: [...posts, { slug: 42 }], meta }),
  },
  { name: 'announces 100 MB', answer: (_req, res) => sendHugeBody(res, { 'Content-Length': hundredMegabytes }) },
  { name: 'sends 100 MB', isLike: 'announces 100 MB', answer: (_req, res) => sendHugeBody(res) },
  {
    name: 'sends 100 MB in 100 KB of gzip',
    isLike: 'announces 100 MB',
    answer: (_req, res) =>
      void res
        .writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(Number(hundredMegabytes), ' '))),
  },
  {
    name: 'says gzip and sends none',
    answer: (req, res, page) => well(req, res.setHeader('Content-Encoding', 'gzip'), page),
  },
  {
    name: 'sends an encoding that was not asked for',
    isLike: 'answers malformed JSON',
    answer: answering(200, '\u0028\u00b5\u002f', { ...json, 'Content-Encoding': 'zstd' }),
  },
  { name: 'has a clock that is a year ahead', answer: misdated(year) },
  { name: 'has a clock that is a year behind', isLike: 'has a clock that is a year ahead', answer: misdated(-year) },
]
