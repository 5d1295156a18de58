import type { ServerResponse } from 'node:http'
import fetch from 'node-fetch'
import { expect, it } from 'vitest'
import { createPurge } from '../../server/edge/purge.ts'
import { configOf } from '../support/config-of.ts'
import { startFakeEdge } from '../support/fake-edges.ts'

const engines = ['varnish', 'fastly', 'cloudflare'] as const

function purgeOf(env: Record<string, string>) {
  const { purge } = configOf(env)
  if (purge === null) throw new Error('PURGE is not set')
  return createPurge(purge, fetch, Date.now)
}

it.each(engines)('tells %s all of it, in as few calls as it takes', async (engine) => {
  await using edge = await startFakeEdge(engine)
  const tags = Array.from({ length: 300 }, (_, index) => `post-${'0123456789abcdef'.repeat(4)}-${index}`)
  expect(await purgeOf(edge.env)(tags)).toEqual({ kind: 'purged' })
  expect(edge.calls.flat()).toEqual(tags)
  expect(edge.calls).toHaveLength({ varnish: 5, fastly: 2, cloudflare: 10 }[engine])
})

it('tells every Varnish, and says so where one of them does not take it', async () => {
  await using one = await startFakeEdge('varnish')
  await using other = await startFakeEdge('varnish')
  const purge = purgeOf({ ...one.env, PURGE_URL: `${one.url}, ${other.url}` })
  expect(await purge(['list-fr'])).toEqual({ kind: 'purged' })
  other.state.illness = (res) => void res.writeHead(503).end()
  expect(await purge(['list-en'])).toMatchObject({ kind: 'failed', why: 'answers 503' })
  expect([one.calls, other.calls]).toEqual([[['list-fr'], ['list-en']], [['list-fr']]])
})

it.each(engines)('says that %s refuses the token, without the token', async (engine) => {
  await using edge = await startFakeEdge(engine)
  const outcome = await purgeOf({ ...edge.env, PURGE_TOKEN: 'another-token-0123456' })(['list-fr'])
  expect(outcome).toEqual({ kind: 'failed', why: `answers ${engine === 'fastly' ? 401 : 403}`, retryAfterMs: null })
})

type Illness = (res: ServerResponse) => void

function json(status: number, body: object, headers: Record<string, string> = {}): Illness {
  return (res) => void res.writeHead(status, headers).end(JSON.stringify(body))
}

it.each<['varnish' | 'fastly' | 'cloudflare', string, Illness, string, number | null]>([
  ['fastly', 'a refusal', json(200, { msg: 'Bad request' }), 'refuses the purge', null],
  [
    'cloudflare',
    'a refusal',
    json(200, { success: false, errors: [{ code: 1094 }] }),
    'refuses the purge (code 1094)',
    null,
  ],
  ['cloudflare', 'what is no answer', json(200, {}), 'answers what is no answer of Cloudflare', null],
  ['cloudflare', 'a limit', json(429, {}, { 'Retry-After': '7' }), 'answers 429', 7000],
  ['varnish', 'a redirect', json(302, {}, { Location: 'https://example.com/' }), 'answers 302', null],
  ['varnish', 'no answer', (res) => void res.destroy(), 'cannot be called (ECONNRESET)', null],
])('knows that %s has not purged by %s', async (engine, _what, illness, why, retryAfterMs) => {
  await using edge = await startFakeEdge(engine)
  edge.state.illness = illness
  expect(await purgeOf(edge.env)(['list-fr'])).toEqual({ kind: 'failed', why, retryAfterMs })
})
