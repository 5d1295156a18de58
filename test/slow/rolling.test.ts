import { expect, it } from 'vitest'
import { roll } from '../support/rolling.ts'

it('fails no visitor while both instances are replaced one after the other, and while one is killed', async () => {
  const {
    accepted,
    delivered,
    waiting: _,
    lost,
    ...phases
  } = await roll({ visitors: 8, pauseMs: 10, phaseMs: 2000, phaseRequests: 100, patienceMs: 5000 })
  for (const [phase, { pages, forms, failed }] of Object.entries(phases)) {
    expect([phase, failed]).toEqual([phase, []])
    expect(pages).toBeGreaterThan(50)
    expect(forms).toBeGreaterThan(5)
  }
  expect(new Set(delivered).size).toBe(delivered.length)
  expect(lost).toEqual([])
  expect(accepted.length).toBeGreaterThan(20)
}, 120_000)
