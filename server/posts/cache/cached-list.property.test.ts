import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Post } from '../../../shared/post.ts'
import { defect, failed, listOf } from '../../../test/support/cached-list.ts'
import '../../../test/support/properties.ts'
import { seed } from '../../../test/support/seed.ts'
import { type Cached, createCachedList, type ListAnswer } from './cached-list.ts'
import type { Failure, Reading } from './source.ts'
import { createSourcePauses } from './source-pauses.ts'

type Times = { ttlMs: number; staleMs: number }
const kinds = ['visit', 'wait', 'read', 'failed', 'paused', 'defect', 'change', 'webhook', 'restart', 'clock'] as const
/** `ms` is how long to wait, or how far the time of day is off. */
type Step = { kind: (typeof kinds)[number]; ms: number }

const times = fc.constantFrom<Times[]>(
  { ttlMs: 10_000, staleMs: 100_000 },
  { ttlMs: 10_000, staleMs: 0 },
  { ttlMs: 0, staleMs: 100_000 },
)
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds, 'visit', 'visit', 'wait', 'wait', 'read'),
  ms: fc.constantFrom(1, 999, 1000, 5000, 9999, 10_000, 60_000, 99_999),
})
const steps = fc.array(step, { maxLength: 60, size: 'max' })

/** A list whose source answers at a given step, and what can be observed of both. */
function startWorld({ ttlMs, staleMs }: Times) {
  let [uptime, clockAheadMs, content] = [1_700_000_000_000, 0, 0]
  let open: {
    begunAt: number
    content: number
    isOutdated: boolean
    end: (reading: Reading<Post[]> | Promise<never>) => void
  } | null
  let lastRead: { content: number; at: number } | null = null
  let stored: { posts: Post[]; readAt: number } | null = null
  let [failures, hasFailed, backoffUntil, sourcePausedUntil] = [0, false, 0, 0]
  let waiting = 0
  const answers: { answer: ListAnswer; copy: Cached<Post[]> | null; arrivedAt: number }[] = []
  const seen = { callsTooEarly: 0, failures: 0, recoveries: 0 }
  const expected = { ...seen }
  const arrays = new Map<number, Post[]>()
  const isPaused = () => uptime < Math.max(backoffUntil, sourcePausedUntil)
  let list = startProcess()

  function startProcess() {
    const clock = { now: () => uptime + clockAheadMs, uptime: () => uptime }
    ;[open, failures, hasFailed, backoffUntil, sourcePausedUntil, waiting] = [null, 0, false, 0, 0, 0]
    arrays.clear()
    return createCachedList('fr', {
      source: {
        mayHave: () => true,
        readList() {
          if (open !== null || isPaused()) seen.callsTooEarly += 1
          return new Promise((end) => (open = { begunAt: uptime, content, isOutdated: false, end }))
        },
      },
      ...{ ...clock, pauses: createSourcePauses(clock.uptime), random: () => 0, ttlMs, staleMs },
      onFailure: () => (seen.failures += 1),
      onRecovery: () => (seen.recoveries += 1),
      onRead: (_language, posts, readAt) => (stored = { posts, readAt }),
    })
  }

  async function visit(): Promise<void> {
    const [copy, wasOpen, arrivedAt, before] = [list.peek(), open !== null, uptime, waiting]
    waiting += 1
    void list.get().then((answer) => {
      waiting -= 1
      answers.push({ answer, copy, arrivedAt })
    })
    await new Promise(setImmediate)
    // The source is called unless the list is fresh or calls are paused.
    const needsCall = copy?.freshness !== 'hit' && !isPaused()
    expect(open !== null).toBe(wasOpen || needsCall)
    // Visitors wait only without a copy, and after a failure only the one who retries.
    const isRetriedByAnother = backoffUntil > 0 && wasOpen
    expect(waiting > before).toBe(needsCall && !isRetriedByAnother && (copy === null || ttlMs === 0))
  }

  /** Ends the call that is open. */
  async function answer(failure: Failure | null): Promise<void> {
    if (open === null) return
    const { begunAt, content: sent, isOutdated, end } = open
    open = null
    if (failure === null) {
      if (hasFailed) expected.recoveries += 1
      ;[failures, hasFailed, backoffUntil] = [0, false, 0]
      lastRead = { content: sent, at: isOutdated ? uptime - ttlMs : uptime }
    } else {
      ;[failures, hasFailed] = [failures + 1, true]
      expected.failures += 1
      const pauseMs = Math.min(10_000, 1000 * 2 ** (failures - 1)) - (uptime - begunAt)
      if (ttlMs > 0) backoffUntil = uptime + Math.max(1000, pauseMs)
      if (failure.retryAfterSeconds !== null) sourcePausedUntil = uptime + failure.retryAfterSeconds * 1000
    }
    end(failure === defect ? Promise.reject(new Error('a defect of ours')) : (failure ?? listOf(`version-${sent}`)))
    await new Promise(setImmediate)
    expect(waiting, 'nobody waits longer than the call').toBe(0)
    if (failure === null) expect(stored?.readAt).toBe(uptime + clockAheadMs - (isOutdated ? ttlMs : 0))
    expect(open !== null, 'another call follows one that began before a change').toBe(isOutdated && !isPaused())
  }

  async function webhook(): Promise<void> {
    ;[failures, backoffUntil] = [0, 0]
    if (lastRead) lastRead.at = Math.min(lastRead.at, uptime - ttlMs)
    if (open) open.isOutdated = true
    void list.refresh()
    await new Promise(setImmediate)
    expect(open === null).toBe(isPaused())
  }

  function restart(): void {
    list = startProcess()
    if (stored === null) return
    const ageMs = Math.max(ttlMs, uptime + clockAheadMs - stored.readAt)
    lastRead = { content: Number(stored.posts[0]?.slug.split('-')[1]), at: uptime - ageMs }
    list.restore(stored.posts, stored.readAt)
  }

  /** Never older than allowed, never fresh after a change, and the same array if nothing changed. */
  function checkCopy(copy: Cached<Post[]> | null, arrivedAt: number): void {
    const ageMs = lastRead === null ? Infinity : arrivedAt - lastRead.at
    if (copy?.freshness !== 'miss') {
      expect(copy?.freshness).toBe(ageMs >= ttlMs + staleMs ? undefined : ageMs < ttlMs ? 'hit' : 'stale')
    }
    if (copy === null || lastRead === null) return
    expect(copy.value.map(({ slug }) => slug)).toEqual([`version-${lastRead.content}`])
    if (!arrays.has(lastRead.content)) arrays.set(lastRead.content, copy.value)
    expect(copy.value).toBe(arrays.get(lastRead.content))
  }

  function check(): void {
    for (const { answer, copy, arrivedAt } of answers.splice(0)) {
      if (answer.kind === 'cached') checkCopy(answer, arrivedAt)
      else {
        expect(copy, 'a copy is served rather than nothing').toBeNull()
        const leftMs = Math.max(backoffUntil, sourcePausedUntil) - uptime
        expect(answer.retryAfterSeconds).toBe(Math.max(1, Math.ceil(leftMs / 1000)))
      }
    }
    checkCopy(list.peek(), uptime)
    expect(seen).toEqual({ ...expected, callsTooEarly: 0 })
    expect(list.lastFailure() !== null).toBe(hasFailed)
  }

  const actions: Record<Step['kind'], (ms: number) => unknown> = {
    ...{ visit, webhook, restart, change: () => (content += 1) },
    ...{ read: () => answer(null), failed: () => answer(failed), defect: () => answer(defect) },
    paused: () => answer({ ...failed, retryAfterSeconds: 30 }),
    wait: (ms) => (uptime += ms),
    clock: (ms) => (clockAheadMs = (5000 - ms) * 1000),
  }
  return {
    async take({ kind, ms }: Step) {
      await actions[kind](ms)
      check()
    },
    isUpToDate: () => list.peek()?.value[0]?.slug === `version-${content}`,
  }
}

it('never shows too old posts, reads once at a time, and shows the latest posts if nothing fails', async () => {
  const property = fc.asyncProperty(times, steps, async (given, taken) => {
    const world = startWorld(given)
    const recovery = (['read', 'read', 'change', 'wait', 'visit', 'read'] as const).map((kind) => ({
      kind,
      ms: 110_000,
    }))
    for (const each of [...taken, ...recovery]) await world.take(each)
    if (given.ttlMs > 0) expect(world.isUpToDate()).toBe(true)
  })
  await fc.assert(property, { seed })
})
