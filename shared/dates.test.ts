import { expect, it } from 'vitest'
import { formatDate, yearAt } from './dates.ts'

it.each([
  ['2026-09-21T10:30:00.000+02:00', '21 septembre 2026', 'September 21, 2026'],
  // Midnight in Toronto is 05:00 UTC in winter …
  ['2026-01-01T04:59:59Z', '31 décembre 2025', 'December 31, 2025'],
  ['2026-01-01T05:00:00Z', '1 janvier 2026', 'January 1, 2026'],
  // … and 04:00 UTC in summer.
  ['2026-07-01T03:59:59Z', '30 juin 2026', 'June 30, 2026'],
  ['2026-07-01T04:00:00Z', '1 juillet 2026', 'July 1, 2026'],
  // The offset counts, not only the first ten characters.
  ['2026-09-22T01:30:00.000+02:00', '21 septembre 2026', 'September 21, 2026'],
  ['2026-09-20T23:30:00.000-09:00', '21 septembre 2026', 'September 21, 2026'],
])('the instant %s is, in the company’s time zone, %s in French and %s in English', (iso, french, english) => {
  expect(formatDate(iso, 'fr')).toBe(french)
  expect(formatDate(iso, 'en')).toBe(english)
})

it.each([
  ['2026-01-01T04:59:59.999Z', 2025],
  ['2026-01-01T05:00:00Z', 2026],
])('at the instant %s the year is %i', (iso, year) => {
  expect(yearAt(Date.parse(iso))).toBe(year)
})
