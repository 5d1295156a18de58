import { expect, it } from 'vitest'
import { roll } from '../support/rolling.ts'

it(
  'fails nobody who reads while both instances are replaced one after the other, and while one is killed',
  { timeout: 120_000 },
  async () => {
    const { accepted, delivered, ...phases } = await roll({ visitors: 8, pauseMs: 10, phaseMs: 2000 })
    for (const [phase, { pages, forms, failed }] of Object.entries(phases)) {
      // A form that an instance has got, or may have got, is not sent again: that it failed is what its visitor is told.
      expect([phase, failed.filter((what) => what !== 'form: 503')]).toEqual([phase, []])
      expect(pages).toBeGreaterThan(50)
      expect(forms).toBeGreaterThan(5)
    }
    expect(phases['nothing happens'].failed).toEqual([])
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(accepted.length).toBeGreaterThan(20)
  },
)
