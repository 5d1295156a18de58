import request from 'supertest'
import { expect, it } from 'vitest'
import { startSite } from '../../support/start-site.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { linesAbout } from '../support/instance.ts'
import { textIn } from '../support/texts.ts'

const cause = 'disk /srv/private is gone'

/** A clock that fails as often as set. It stands for any failure while a page or response is built. */
function failingClock(times: number) {
  let left = times
  function now() {
    left -= 1
    if (left >= 0) throw new Error(cause)
    return Date.now()
  }
  return { now, uptime: () => performance.now() }
}

it.each([
  { path: '/ai', language: 'fr', home: '/' },
  { path: '/en/ai', language: 'en', home: '/en' },
  { path: '/en/nothing', language: 'en', home: '/en' },
] as const)('answers the failing route $path with 500 and the error screen', async ({ path, language, home }) => {
  await using site = await startSite({}, failingClock(1))
  const { text } = await request(site.app).get(path).expect(500).expect('Cache-Control', 'no-store')
  const title = textIn(language, 'common', 'error.failed.title')
  expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([title])
  expect(textOf(text)).toContain('Unexpected Application Error')
  expect(headOf(text)).toMatchObject({ language, meta: { robots: 'noindex' } })
  const ways = elements(text, 'a').filter((link) => link.text === textIn(language, 'common', 'error.home'))
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([home])
})

const type = 'InternalServerError'

it.each([
  { what: 'a page', path: '/ai', times: 1, says: 'Unexpected Application Error' },
  { what: 'a page and its error screen', path: '/ai', times: Infinity, says: 'Unexpected Application Error' },
  { what: 'the interface', path: '/api/posts?lang=fr', times: 1, says: type },
])('logs why $what fails, shows nothing of it, and answers the next visitor', async ({ path, times, says }) => {
  await using site = await startSite({}, failingClock(times))
  const answer = await request(site.app).get(path).set('X-Request-Id', 'the-failing-one').expect(500)
  const shown = answer.text + JSON.stringify(answer.headers)
  for (const part of ['disk', '/srv', 'Error: ', 'failures.test.ts', 'node_modules']) expect(shown).not.toContain(part)
  expect(answer.text).toContain(says)
  if (path.startsWith('/api')) expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type }] })
  const logged = linesAbout(site, cause).map((line) => JSON.parse(line) as unknown)
  const err = { message: cause, stack: expect.stringContaining('failures.test.ts') }
  expect(logged[0]).toMatchObject({ level: 50, request: 'the-failing-one', err })
  if (times > 1) return
  expect(logged).toHaveLength(1)
  await request(site.app).get(path).expect(200)
})
