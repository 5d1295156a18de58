import { expect, it } from 'vitest'
import { type CoverSubject, composeCover } from './cover.ts'
import { anyText, holds } from '../../test/support/properties.ts'

it('the same slug always has the same cover', () => {
  expect(composeCover('numeriser-sans-perdre-la-preuve', 'archivage')).toEqual({
    subject: 'strata',
    horizon: 420,
    top: 75,
    x: 600,
    scale: 0.88,
    isMirrored: false,
    parts: 3,
    sea: 'tides',
    light: { x: 150, y: 130 },
    stones: 2,
  })
})

const subjects: [topic: string | null, subject: CoverSubject][] = [
  ['intelligence-artificielle', 'islets'],
  ['artificial-intelligence', 'islets'],
  ['ia', 'islets'],
  ['archivage', 'strata'],
  ['archiving', 'strata'],
  ['architecture-de-securite', 'channel'],
  ['security-architecture', 'channel'],
  ['gestion-des-vulnerabilites', 'beam'],
  ['vulnerability-management', 'beam'],
  ['loi-25', 'buoy'],
  ['law-25', 'buoy'],
  ['lawn-care', 'stones'],
  ['strategie', 'stones'],
  [null, 'stones'],
]

it.each(subjects)('a post on %s has the subject "%s", in either language', (topic, subject) => {
  expect(composeCover('a-post', topic).subject).toBe(subject)
})

it('two posts of the same topic have different covers', () => {
  const covers = Array.from({ length: 12 }, (_, index) => JSON.stringify(composeCover(`post-${index}`, 'archivage')))
  expect(new Set(covers).size).toBe(12)
})

it('a subject is whole, or an edge cuts off at least 8 % of it', () => {
  holds([anyText], (slug) => {
    const { x, scale, parts, stones } = composeCover(slug, null)
    const half = 340 * scale
    const over = Math.max(half - x, x + half - 1200)
    expect(over <= 0 || over / (2 * half) >= 0.08, `${x} ${scale}`).toBe(true)
    expect(scale >= 0.85 && scale <= 1.3 && parts >= 3 && parts <= 9 && stones >= 0 && stones <= 3).toBe(true)
  })
})
