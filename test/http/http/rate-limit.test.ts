import request from 'supertest'
import { expect, it } from 'vitest'
import { startSiteWithGhost } from '../../support/start-site.ts'

const valid = { email: 'ada@example.com', lang: 'fr' }
const invalid = { email: 'ada', lang: 'fr' }

it.each(['json', 'form'])('does not count forms (%s) that it did not accept', async (type) => {
  const { ghost, site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1' })
  const send = (form: object) => request(site.app).post('/api/newsletter').type(type).send(form)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await send(invalid)
    expect([refused.status, refused.get('Location')?.includes('invalid')]).toEqual(
      type === 'json' ? [422, undefined] : [303, true],
    )
  }
  const accepted = await send(valid)
  expect(accepted.status).toBe(type === 'json' ? 202 : 303)
  expect((await send(valid)).status).toBe(429)
  await expect.poll(() => ghost.subscriptions).toHaveLength(1)
})

it('does not count forms that it rejected for another reason', async () => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1' })
  const post = () => request(site.app).post('/api/newsletter')
  const refused = [
    await post().set('Sec-Fetch-Site', 'cross-site').send(valid),
    await post().type('text/plain').send('ada@example.com'),
    await post().type('json').send('{'),
    await post().send({ email: 'a'.repeat(20_000) }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 415, 400, 413])
  expect((await post().send(valid)).status).toBe(202)
})

// See newsletter.test.ts for a visitor's address, server/http/rate-limit.test.ts for addresses that count together.
it.each([
  { first: '203.0.113.1', second: '203.0.113.2', status: 202 },
  { first: '[2001:db8::1]:443', second: '2001:db8::ffff', status: 429 },
  { first: 'unknown', second: '_hidden', status: 429 },
])('answers $second after $first with $status', async ({ first, second, status }) => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1', TRUST_PROXY: '1' })
  const send = (address: string) =>
    request(site.app).post('/api/newsletter').set('X-Forwarded-For', address).send(valid)
  expect((await send(first)).status).toBe(202)
  expect((await send(second)).status).toBe(status)
  expect(site.logged()).not.toMatch(/198\.51|203\.0|2001:db8|hidden/)
})

it('accepts everything else once the limit of forms is reached', async () => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1' })
  for (const expected of [202, 429]) {
    expect((await request(site.app).post('/api/newsletter').send(valid)).status).toBe(expected)
  }
  expect((await request(site.app).get('/blog')).status).toBe(200)
  const toggled = await request(site.app).post('/language').type('form').send({ lang: 'en', to: '/ai' })
  expect(toggled.status).toBe(303)
})
