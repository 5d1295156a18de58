import type { Store } from 'express-rate-limit'
import { expect, it } from 'vitest'
import { createRate } from '../../server/http/rate-limit.ts'

const noon = Date.UTC(2026, 10, 20, 12)

/** Counts whose window ends at `endsAt`, in milliseconds since 1970. */
function countsUntil(endsAt: number) {
  const hits = new Map<string, number>()
  const move = (key: string, by: number) => {
    const totalHits = (hits.get(key) ?? 0) + by
    hits.set(key, totalHits)
    return totalHits
  }
  const counts: Store = {
    increment: (key) => Promise.resolve({ totalHits: move(key, 1), resetTime: new Date(endsAt) }),
    decrement: (key) => Promise.resolve(void move(key, -1)),
    resetKey: () => {},
  }
  return { hits, counts }
}

it('counts what is not given back, each key for itself', async () => {
  const takePlace = createRate({ windowMs: 60_000, limit: 2, counts: undefined, now: Date.now })
  const first = await takePlace('ada')
  const kinds = []
  for (const key of ['ada', 'ada', 'eve']) kinds.push((await takePlace(key)).kind)
  expect(kinds).toEqual(['taken', 'tooMany', 'taken'])
  if (first.kind === 'taken') await first.giveBack()
  expect([(await takePlace('ada')).kind, (await takePlace('ada')).kind]).toEqual(['taken', 'tooMany'])
})

it('counts nobody who is refused, and says when to come again', async () => {
  const clock = { now: noon }
  const { hits, counts } = countsUntil(noon + 600_000)
  const takePlace = createRate({ windowMs: 600_000, limit: 1, counts, now: () => clock.now })
  await takePlace('ada')
  expect(await takePlace('ada')).toEqual({ kind: 'tooMany', retryAfterSeconds: 600 })
  clock.now += 598_500
  expect(await takePlace('ada')).toEqual({ kind: 'tooMany', retryAfterSeconds: 2 })
  expect(hits.get('ada')).toBe(1)
})

it('takes nothing from the next window', async () => {
  const clock = { now: noon }
  const { hits, counts } = countsUntil(noon + 600_000)
  const takePlace = createRate({ windowMs: 600_000, limit: 2, counts, now: () => clock.now })
  const [early, late] = [await takePlace('ada'), await takePlace('ada')]
  clock.now += 599_999
  if (early.kind === 'taken') await early.giveBack()
  expect(hits.get('ada')).toBe(1)
  clock.now += 1
  if (late.kind === 'taken') await late.giveBack()
  expect([late.kind, hits.get('ada')]).toEqual(['taken', 1])
})
