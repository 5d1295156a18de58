import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import fetch from 'node-fetch'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { contentOf, createGhostAdmin, createGhostClient, createGhostRequest, GhostError } from './ghost.ts'
import { answering, errorsOf, json, sendHugeBody } from '../../test/support/ghost-faults.ts'
import { listenForTest } from '../../test/support/listen-for-test.ts'

const key = '0123456789abcdef0123456789'

/** A client of a real HTTP server with these answers. */
async function clientOf(listener: RequestListener, timeoutMs = 5000) {
  const { url, [Symbol.asyncDispose]: close } = await listenForTest(createServer(listener))
  onTestFinished(close)
  const api = { url, key, version: 'v6.0', timeoutMs }
  return {
    ...{ close, url, ask: createGhostRequest(api, fetch, Date.now) },
    browse: createGhostClient(api, fetch, Date.now),
  }
}

const post = { id: '1', slug: 'a', title: 'A', published_at: '2026-09-21T10:30:00.000+02:00' }

/** The error of a failed call, and everything in it that could be logged. */
async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GhostError)) throw new Error('the call did not fail as Ghost’s', { cause: error })
  const everything = [error.message, error.name, error.stack, String(error), JSON.stringify(error), String(error.cause)]
  return { error, everything: everything.join('\n') }
}

it('sends the key, the version and the protocol of visitors with each call', async () => {
  const sent: IncomingMessage[] = []
  const { browse } = await clientOf((req, res) => {
    sent.push(req)
    res.writeHead(200, json).end('{"posts":[]}')
  })
  await browse(new URLSearchParams({ filter: 'tag:fr' }))
  const headers = { 'accept-version': 'v6.0', 'x-forwarded-proto': 'https', accept: 'application/json' }
  expect(sent).toMatchObject([{ url: `/ghost/api/content/posts/?filter=tag%3Afr&key=${key}`, headers }])
})

it('separates invalid posts from the others, and reports them', async () => {
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

const fields: [name: string, sent: unknown, read: unknown][] = [
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
  // A post with unknown values is hidden.
  ['visibility', 7, 'restricted'],
  ['access', 'yes', false],
]

it('reads the valid fields of a post, and treats others as missing', async () => {
  const sent = fields.map(([name, value]) => ({ ...post, [name]: value }))
  const { browse } = await clientOf(answering(200, JSON.stringify({ posts: sent })))
  const { posts, unreadable } = await browse(new URLSearchParams())
  expect(posts).toEqual(fields.map(([name, , read]) => ({ ...post, authors: [], tags: [], [name]: read })))
  expect(unreadable).toEqual([])
})

it('reads the posts, whatever the metadata', async () => {
  const pagination = [{}, null, { total: 2 }, 'one']
  for (const meta of [null, {}, ...pagination.map((value) => ({ pagination: value }))]) {
    const { browse } = await clientOf(answering(200, JSON.stringify({ posts: [post], meta })))
    expect((await browse(new URLSearchParams())).posts, JSON.stringify(meta)).toHaveLength(1)
  }
})

it('throws the message and type of the first error, and the delay of Retry-After', async () => {
  const [message, name] = ['Too many attempts.', 'TooManyRequestsError']
  const errors = [
    { message, type: name },
    { message: 'Another', type: 'OtherError' },
  ]
  const { browse } = await clientOf(answering(429, JSON.stringify({ errors }), { ...json, 'Retry-After': '7' }))
  const { error } = await failureOf(browse(new URLSearchParams()))
  expect(error).toMatchObject({ message, name, status: 429, retryAfterSeconds: 7 })
})

const repeating: RequestListener = ({ url, headers: { host } }, res) => {
  res.writeHead(500, json).end(errorsOf('InternalServerError', `http://${host}${url}`))
}

it.each<[string, string, number | null, RequestListener]>([
  ['speaks another protocol', 'NetworkError', null, (req) => void req.socket.end('SSH-2.0-OpenSSH\r\n')],
  ['is behind basic authentication', 'RefusedByProxy', 401, ({ url }, res) => void res.writeHead(401).end(url)],
  ['is behind a firewall that speaks JSON', 'RefusedByProxy', 403, answering(403, '{"errors":[{"code":1020}]}')],
  ['repeats the address in HTML', 'UnexpectedStatus', 502, ({ url }, res) => void res.writeHead(502).end(`<p>${url}`)],
  ['repeats the key and its address in an error', 'InternalServerError', 500, repeating],
  ['answers errors of another shape', 'UnexpectedStatus', 500, answering(500, '{"errors":[]}')],
])('reports that Ghost %s as %s, without the key and the address', async (_name, name, status, fault) => {
  const { browse, url } = await clientOf(fault)
  const { error, everything } = await failureOf(browse(new URLSearchParams({ filter: 'tag:fr' })))
  expect(error).toMatchObject({ name, status, retryAfterSeconds: null, message: expect.stringMatching(/./) })
  for (const secret of [key, new URL(url).host]) expect(everything).not.toContain(secret)
})

it('reports why Ghost cannot be reached, without the key and the address', async () => {
  const { browse, url, close } = await clientOf(() => {})
  await close()
  const { error, everything } = await failureOf(browse(new URLSearchParams()))
  expect(error).toMatchObject({ name: 'NetworkError', message: expect.stringContaining('ECONNREFUSED') })
  for (const secret of [key, new URL(url).host]) expect(everything).not.toContain(secret)
})

it('removes the token of an admin key from an error that repeats it', async () => {
  const given: string[] = []
  const { ask } = await clientOf(({ headers: { authorization = '', host } }, res) => {
    given.push(authorization)
    res.writeHead(400).end(errorsOf('BadRequestError', `${host} takes neither ${key} nor ${authorization}.`))
  })
  const answer = await createGhostAdmin(ask, `${'1'.repeat(24)}:${'a'.repeat(64)}`, Date.now)('posts/')
  expect(given).toEqual([expect.stringMatching(/^Ghost eyJ/)])
  expect(() => contentOf(answer, z.unknown(), 'a page')).toThrow('… takes neither … nor ….')
})

it.each([
  { isAnnounced: true, maxMegabytes: 16 },
  { isAnnounced: false, maxMegabytes: 80 },
])('aborts a response of 100 MB early, announced: $isAnnounced', async ({ isAnnounced, maxMegabytes }) => {
  const megabyte = 2 ** 20
  let socket: Socket | undefined
  const { browse } = await clientOf((req, res) => {
    socket = req.socket
    sendHugeBody(res, isAnnounced ? { 'Content-Length': String(100 * megabyte) } : {})
  }, 60_000)
  const { error } = await failureOf(browse(new URLSearchParams()))
  expect(error).toMatchObject({ name: 'NetworkError', message: 'Ghost could not be read (max-size)' })
  // Bytes in the system's buffers count as sent.
  await expect.poll(() => socket?.destroyed).toBe(true)
  expect(socket?.bytesWritten).toBeLessThan(maxMegabytes * megabyte)
})
