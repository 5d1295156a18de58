import type { Store } from 'express-rate-limit'
import { expect, it } from 'vitest'
import { createRate } from '../../server/rate-limit.ts'

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
  const takePlace = createRate({ windowMs: 60_000, limit: 2, counts: undefined })
  const first = await takePlace('ada')
  const kinds = []
  for (const key of ['ada', 'ada', 'eve']) kinds.push((await takePlace(key)).kind)
  expect(kinds).toEqual(['taken', 'tooMany', 'taken'])
  if (first.kind === 'taken') await first.giveBack()
  expect([(await takePlace('ada')).kind, (await takePlace('ada')).kind]).toEqual(['taken', 'tooMany'])
})

it('counts nobody who is refused, and says when to come again', async () => {
  const { hits, counts } = countsUntil(Date.now() + 600_000)
  const takePlace = createRate({ windowMs: 600_000, limit: 1, counts })
  await takePlace('ada')
  const refused = await takePlace('ada')
  expect(refused).toEqual({ kind: 'tooMany', retryAfterSeconds: expect.any(Number) as number })
  if (refused.kind === 'tooMany') expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600)
  expect(hits.get('ada')).toBe(1)
})

it('takes nothing from the next window', async () => {
  const { hits, counts } = countsUntil(Date.now() - 1)
  const place = await createRate({ windowMs: 600_000, limit: 1, counts })('ada')
  if (place.kind === 'taken') await place.giveBack()
  expect([place.kind, hits.get('ada')]).toEqual(['taken', 1])
})
