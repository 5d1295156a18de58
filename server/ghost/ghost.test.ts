import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import fetch from 'node-fetch'
import { expect, it, onTestFinished } from 'vitest'
import { createGhostClient } from './ghost.ts'
import { GhostError } from './error.ts'
import { sendHugeBody } from '../../test/support/ghost-faults.ts'
import { listenForTest } from '../../test/support/listen-for-test.ts'

const key = '0123456789abcdef0123456789'

/** A client of a real HTTP server that answers as told. */
async function clientOf(listener: RequestListener, timeoutMs = 5000) {
  const { url, [Symbol.asyncDispose]: close } = await listenForTest(createServer(listener))
  onTestFinished(close)
  return { close, url, browse: createGhostClient({ url, key, version: 'v5.0', timeoutMs }, fetch, Date.now) }
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }
const post = { id: '1', slug: 'a', title: 'A', published_at: '2026-09-21T10:30:00.000+02:00' }

const answering =
  (status: number, body: string, headers: Record<string, string> = json): RequestListener =>
  (_req, res) =>
    void res.writeHead(status, headers).end(body)

/** The error of a call that fails, and whatever of it could reach a log. */
async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GhostError)) throw new Error('the call did not fail as Ghost’s', { cause: error })
  const everything = [error.message, error.name, error.stack, String(error), JSON.stringify(error), String(error.cause)]
  return { error, everything: everything.join('\n') }
}

// See test/http/posts/ghost-calls.test.ts for what it asks.
it('lists an invalid post separately, by its slug, and returns the valid posts', async () => {
  const sent = [post, { ...post, slug: 'undated', published_at: 'soon' }, { slug: 'evil\nslug' }, null]
  const { browse } = await clientOf(answering(200, JSON.stringify({ posts: sent })))
  const { posts, unreadable } = await browse(new URLSearchParams())
  expect(posts.map(({ slug }) => slug)).toEqual(['a'])
  expect(unreadable).toEqual([
    { slug: 'undated', problem: 'published_at: is not a date' },
    { slug: null, problem: expect.stringMatching(/^id: /) },
    { slug: null, problem: expect.stringMatching(/^the body: /) },
  ])
})

const culture = { id: 't', slug: 'culture', name: 'Culture' }

it.each([
  ['authors', null, []],
  ['authors', [{ name: 'Ada' }, { name: null }, 'Grace'], [{ name: 'Ada' }]],
  ['tags', null, []],
  ['tags', [culture, { name: 'Art' }], [culture]],
  ['primary_tag', { name: 'Culture' }, { id: '', slug: '', name: 'Culture' }],
  ['primary_tag', 'culture', null],
  ['meta_title', 5, null],
  ['excerpt', {}, null],
  ['feature_image', false, null],
  ['updated_at', 'garbage', null],
  ['reading_time', '3', null],
  // Unknown values hide the post.
  ['visibility', 7, 'restricted'],
  ['access', 'yes', false],
])('reads %s: %j of a post as %j, and keeps the post', async (field, sent, read) => {
  const { browse } = await clientOf(answering(200, JSON.stringify({ posts: [{ ...post, [field]: sent }] })))
  const { posts, unreadable } = await browse(new URLSearchParams())
  expect(posts).toEqual([{ ...post, authors: [], tags: [], [field]: read }])
  expect(unreadable).toEqual([])
})

it.each([null, {}, { pagination: {} }, { pagination: null }, { pagination: { total: 2 } }, { pagination: 'one' }])(
  'reads the posts of a page with the meta %j',
  async (meta) => {
    const { browse } = await clientOf(answering(200, JSON.stringify({ posts: [post], meta })))
    expect((await browse(new URLSearchParams())).posts).toHaveLength(1)
  },
)

it('throws the first error’s message and type, and what Retry-After asks for', async () => {
  const [message, name] = ['Too many attempts.', 'TooManyRequestsError']
  const errors = [
    { message, type: name, context: null },
    { message: 'Another', type: 'OtherError' },
  ]
  const { browse } = await clientOf((_req, res) =>
    res.writeHead(429, { ...json, 'Retry-After': '7' }).end(JSON.stringify({ errors })),
  )
  const { error } = await failureOf(browse(new URLSearchParams()))
  expect(error).toMatchObject({ message, name, status: 429, retryAfterSeconds: 7 })
})

const refusal = '{"errors":[{"message":"Unknown Content API Key","type":"UnauthorizedError"}]}'

// See test/isolated/fault-table.test.ts for a Ghost that hangs, or cuts its answer off.
const faults: [string, string, number | null, RequestListener][] = [
  ['refuses the key', 'UnauthorizedError', 401, answering(401, refusal)],
  ['hangs up without a word', 'NetworkError', null, (req) => void req.socket.destroy()],
  ['speaks another protocol', 'NetworkError', null, (req) => void req.socket.end('SSH-2.0-OpenSSH\r\n')],
  ['answers HTML', 'MalformedAnswer', 200, answering(200, '<h1>Back soon</h1>', { 'Content-Type': 'text/html' })],
  [
    'is behind basic authentication',
    'RefusedByProxy',
    401,
    ({ url }, res) => void res.writeHead(401, { 'WWW-Authenticate': 'Basic', 'Content-Type': 'text/html' }).end(url),
  ],
  ['is behind a firewall that speaks JSON', 'RefusedByProxy', 403, answering(403, '{"errors":[{"code":1020}]}')],
  ['repeats the address in HTML', 'UnexpectedStatus', 502, ({ url }, res) => void res.writeHead(502).end(`<p>${url}`)],
  ['answers another shape', 'MalformedAnswer', 200, answering(200, '{"posts":{"slug":42}}')],
  [
    'repeats the key and its address in an error',
    'InternalServerError',
    500,
    ({ url, headers: { host } }, res) =>
      void res
        .writeHead(500, json)
        .end(JSON.stringify({ errors: [{ message: `http://${host}${url}`, type: 'InternalServerError' }] })),
  ],
  ['answers errors of another shape', 'UnexpectedStatus', 500, answering(500, '{"errors":[]}')],
  ['redirects to no Ghost', 'UnexpectedStatus', 301, (_req, res) => void res.writeHead(301, { Location: '/a' }).end()],
]

it.each(faults)('if Ghost %s, the error is a %s without the key or the address', async (_name, name, status, fault) => {
  const { browse, url } = await clientOf(fault)
  const { error, everything } = await failureOf(browse(new URLSearchParams({ filter: 'tag:fr' })))
  expect(error).toMatchObject({ name, status, retryAfterSeconds: null })
  expect(error.message).not.toBe('')
  expect(everything).not.toContain(key)
  expect(everything).not.toContain(new URL(url).host)
})

it('if Ghost is not there, the error says why, without the key or the address', async () => {
  const { browse, url, close } = await clientOf(() => {})
  await close()
  const { error, everything } = await failureOf(browse(new URLSearchParams()))
  expect(error).toMatchObject({ name: 'NetworkError', message: expect.stringContaining('ECONNREFUSED'), status: null })
  expect(everything).not.toContain(key)
  expect(everything).not.toContain(new URL(url).host)
})

it.each([
  { isAnnounced: true, maxMegabytes: 16 },
  { isAnnounced: false, maxMegabytes: 80 },
])('aborts a response of 100 MB early, announced: $isAnnounced', async ({ isAnnounced, maxMegabytes }) => {
  const megabyte = 2 ** 20
  let socket: Socket | undefined
  const { browse } = await clientOf((req, res) => {
    socket = req.socket
    res.writeHead(200, { ...json, ...(isAnnounced ? { 'Content-Length': String(100 * megabyte) } : {}) })
    sendHugeBody(res)
  }, 60_000)
  const { error } = await failureOf(browse(new URLSearchParams()))
  expect(error).toMatchObject({ name: 'NetworkError', message: 'Ghost could not be read (max-size)' })
  // Bytes that the system has buffered on the way count as sent.
  await expect.poll(() => socket?.destroyed).toBe(true)
  expect(socket?.bytesWritten).toBeLessThan(maxMegabytes * megabyte)
})
