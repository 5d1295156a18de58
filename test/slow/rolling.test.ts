import { expect, it } from 'vitest'
import { maxUnderWay, roll } from '../support/rolling.ts'

const visitors = 8

it('fails no request while instances are replaced or killed, except unanswered forms of the killed instance', async () => {
  const {
    accepted,
    deliveredBeforeKill,
    delivered,
    waiting: _,
    lost,
    ...phases
  } = await roll({ visitors, pauseMs: 10, phaseMs: 2000, phaseRequests: 100, patienceMs: 5000 })
  for (const [phase, { pages, forms, cut, failed }] of Object.entries(phases)) {
    expect([phase, failed]).toEqual([phase, []])
    expect(cut).toBeLessThanOrEqual(visitors)
    expect(pages).toBeGreaterThan(50)
    expect(forms).toBeGreaterThan(5)
  }
  expect(new Set(deliveredBeforeKill).size).toBe(deliveredBeforeKill.length)
  expect(delivered.length - new Set(delivered).size).toBeLessThanOrEqual(maxUnderWay)
  expect(lost).toEqual([])
  expect(accepted.length).toBeGreaterThan(20)
})
