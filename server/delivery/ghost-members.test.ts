import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fetch from 'node-fetch'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createGhostMembers } from './ghost-members.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Message } from '../outbox/message.ts'
import { startFakeGhost } from '../../test/support/fake-ghost.ts'
import { listenForTest } from '../../test/support/listen-for-test.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'

const messageOf = (submission: Message['submission']): Message => ({
  id: 'x',
  receivedAt: '2026-11-20T16:10:12Z',
  submission,
})
const message = messageOf(subscriptionOf('ada@example.com'))
const never = new AbortController().signal

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** A server that answers the members API's two calls as the test says. */
function startMembers(answers: Partial<Record<'integrity-token' | 'send-magic-link', Answer>>) {
  const giveToken: Answer = (_req, res) => void res.end('1795191706388:30f4:9a')
  const server = createServer((req, res) => {
    if (req.url === '/members/api/integrity-token/') (answers['integrity-token'] ?? giveToken)(req, res)
    else answers['send-magic-link']?.(req, res)
  })
  return listenForTest(server)
}

/** Delivers to a Ghost at this URL. */
const deliverTo = ({ url }: { url: string }, ask: Fetch = fetch, now = Date.now) =>
  createGhostMembers({ url, timeoutMs: 5000 }, ask, now)

it.each([
  { language: 'fr', address: '203.0.113.7' },
  { language: 'en', address: '' },
] as const)('subscribes in $language as Ghost’s portal does, for the visitor at "$address"', async (given) => {
  const { language, address } = given
  await using ghost = await startFakeGhost()
  const subscription = messageOf({ ...subscriptionOf('ada@example.com'), language, address })
  expect(await deliverTo(ghost)(subscription, never)).toEqual({ kind: 'delivered' })
  const [{ body, headers } = { body: null, headers: {} }] = ghost.subscriptions
  expect(body).toEqual({
    email: 'ada@example.com',
    emailType: 'subscribe',
    labels: [`site-${language}`],
    integrityToken: '1:token',
    redirect: `${ghost.url}/?lang=${language}`,
  })
  expect(headers['content-type']).toBe('application/json')
  expect(headers['x-forwarded-for']).toBe(address || undefined)
  expect(headers.referer).toBeUndefined()
})

const down = { kind: 'later', concerns: 'destination' }
const noon = 'Fri, 20 Nov 2026 12:00:00 GMT'
const soonAfter = 'Fri, 20 Nov 2026 12:01:30 GMT'

it.each<{ wish: string; date?: string; now?: string; afterSeconds: number }>([
  // The sender's clock counts, or the site's if the response has no date.
  { wish: soonAfter, date: noon, now: '2027-01-01T00:00:00Z', afterSeconds: 90 },
  { wish: soonAfter, now: noon, afterSeconds: 90 },
  // The outbox's longest backoff is the limit.
  { wish: '86400', afterSeconds: 3600 },
])('waits $afterSeconds s for the Retry-After "$wish" of $date', async ({ wish, date, now = noon, afterSeconds }) => {
  await using ghost = await startMembers({
    'send-magic-link': (_req, res) => {
      res.sendDate = false
      res.writeHead(503, { ...(date && { Date: date }), 'Retry-After': wish }).end()
    },
  })
  const outcome = await deliverTo(ghost, fetch, () => Date.parse(now))(message, never)
  expect(outcome).toMatchObject({ ...down, afterSeconds })
})

// Ghost answers the second call once its mail is sent. Without an answer, the mail may have been sent.
it.each<{ fault: string; answer: (res: ServerResponse) => void; second: object }>([
  { fault: 'cuts the connection', answer: (res) => res.destroy(), second: { kind: 'unanswered' } },
  { fault: 'hangs', answer: () => {}, second: { kind: 'unanswered' } },
  { fault: 'hangs in the body', answer: (res) => void res.writeHead(201).write('{'), second: { kind: 'delivered' } },
  {
    fault: 'answers without end',
    answer: (res) => void res.writeHead(201).end('x'.repeat(1_000_000)),
    second: { kind: 'delivered' },
  },
  {
    fault: 'answers by a proxy that waited in vain',
    answer: (res) => void res.writeHead(504).end('<h1>504 Gateway Time-out</h1>'),
    second: { kind: 'unanswered' },
  },
  {
    fault: 'fails',
    answer: (res) => void res.writeHead(500).end('{"errors":[{"message":"Failed to send"}]}'),
    second: down,
  },
])('is $second.kind if Ghost $fault at the second call, and down if at the first', async (row) => {
  for (const [call, expected] of [
    ['integrity-token', down],
    ['send-magic-link', row.second],
  ] as const) {
    const patience = new AbortController()
    const answer = (_req: IncomingMessage, res: ServerResponse) => {
      row.answer(res)
      if (row.fault === 'hangs') patience.abort()
    }
    await using ghost = await startMembers({ [call]: answer })
    const watched: Fetch = async (url, options) => {
      const answered = await fetch(url, options)
      // The headers arrive; the body never does.
      if (row.fault === 'hangs in the body' && typeof url === 'string' && url.includes(call))
        setImmediate(() => patience.abort())
      return answered
    }
    const outcome = await deliverTo(ghost, watched)(message, patience.signal)
    expect([call, outcome]).toMatchObject([call, expected])
    expect(JSON.stringify(outcome)).not.toContain('127.0.0.1')
  }
})

it.each([
  { call: 'send-magic-link', milliseconds: 59_000, kind: 'delivered' },
  { call: 'send-magic-link', milliseconds: 60_000, kind: 'unanswered' },
  { call: 'integrity-token', milliseconds: 4999, kind: 'delivered' },
  { call: 'integrity-token', milliseconds: 5000, kind: 'later' },
] as const)(
  'is $kind if $call takes $milliseconds ms: the call in which Ghost sends its mail has a longer timeout',
  async ({ call, milliseconds, kind }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sendLate: Answer = (_req, res) => {
      vi.advanceTimersByTime(milliseconds)
      if (call === 'integrity-token') res.end('1795191706388:30f4:9a')
      else res.writeHead(201).end()
    }
    await using ghost = await startMembers({
      'send-magic-link': (_req, res) => void res.writeHead(201).end(),
      [call]: sendLate,
    })
    expect(await deliverTo(ghost)(message, never)).toMatchObject({ kind })
  },
)

it('rejects a page instead of a token, and requests no mail', async () => {
  let calls = 0
  await using ghost = await startMembers({
    'integrity-token': (_req, res) => void res.end('<h1>We’ll be right back</h1>'),
    'send-magic-link': (_req, res) => {
      calls += 1
      res.writeHead(201).end('Created.')
    },
  })
  const reason = 'Ghost sent an invalid integrity token'
  expect(await deliverTo(ghost)(message, never)).toMatchObject({ kind: 'later', concerns: 'destination', reason })
  expect(calls).toBe(0)
})

it('retries if the connection is refused', async () => {
  expect(await deliverTo({ url: 'http://127.0.0.1:1' })(message, never)).toEqual({
    kind: 'later',
    concerns: 'destination',
    afterSeconds: null,
    reason: 'Ghost could not be reached (ECONNREFUSED)',
  })
})

it('sends subscriptions only', async () => {
  await using ghost = await startFakeGhost()
  expect(await deliverTo(ghost)(messageOf(contactOf()), never)).toMatchObject({ kind: 'refused' })
  expect(ghost.subscriptions).toEqual([])
})
