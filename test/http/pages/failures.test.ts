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
  const answer = await request(site.app).get(path)
  expect(answer.status).toBe(500)
  expect(elements(answer.text, 'h1').map(({ text }) => text)).toEqual([
    textIn(language, 'common', 'error.failed.title'),
  ])
  expect(textOf(answer.text)).toContain('Unexpected Application Error')
  expect(headOf(answer.text)).toMatchObject({ language, meta: { robots: 'noindex' } })
  const ways = elements(answer.text, 'a').filter(({ text }) => text === textIn(language, 'common', 'error.home'))
  expect(ways.map(({ attributes }) => attributes.href)).toEqual([home])
  expect(answer.get('Cache-Control')).toBe('no-store')
})

it('does not show the cause of a failure, logs all of it, and answers the next visitor as usual', async () => {
  await using site = await startSite({}, failingClock(1))
  const answer = await request(site.app).get('/ai').set('X-Request-Id', 'the-failing-one')
  expect(answer.status).toBe(500)
  const shown = answer.text + JSON.stringify(answer.headers)
  for (const part of ['disk', '/srv', 'Error: ', 'failures.test.ts', 'node_modules']) expect(shown).not.toContain(part)
  const logged = linesAbout(site, cause)
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 50,
    request: 'the-failing-one',
    err: { message: cause, stack: expect.stringContaining('failures.test.ts') },
  })
  await request(site.app).get('/ai').expect(200)
})

it('answers with 500 if even the error screen fails', async () => {
  await using site = await startSite({}, failingClock(Number.POSITIVE_INFINITY))
  const answer = await request(site.app).get('/ai')
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('Unexpected Application Error')
  expect(answer.text).not.toContain('disk')
})

it('answers a failure of the API with JSON that does not reveal the cause', async () => {
  await using site = await startSite({}, failingClock(1))
  const answer = await request(site.app).get('/api/posts?lang=fr')
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'InternalServerError' }] })
  expect(answer.text).not.toContain('disk')
  expect(site.logged()).toContain(cause)
})
