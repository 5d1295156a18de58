import request from 'supertest'
import { expect, it } from 'vitest'
import { startSiteWithGhost } from '../../support/start-site.ts'

const valid = { email: 'ada@example.com', lang: 'fr' }

it('counts accepted forms only, and limits nothing else', async () => {
  const { ghost, site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1' })
  const post = (type = 'json') => request(site.app).post('/api/newsletter').type(type)
  const invalid = { ...valid, email: 'ada' }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const asForm = await post('form').send(invalid)
    expect([asForm.status, asForm.get('Location')]).toEqual([303, expect.stringContaining('invalid')])
    const refused = [
      await post().send(invalid),
      await post().set('Sec-Fetch-Site', 'cross-site').send(valid),
      await post('text/plain').send('ada@example.com'),
      await post().send('{'),
      await post().send({ email: 'a'.repeat(20_000) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 403, 415, 400, 413])
  }
  const answers = [await post().send(valid), await post().send(valid), await post('form').send(valid)]
  expect(answers.map(({ status }) => status)).toEqual([202, 429, 429])
  await expect.poll(() => ghost.subscriptions).toHaveLength(1)
  expect((await request(site.app).get('/blog')).status).toBe(200)
  const toggled = await request(site.app).post('/language').type('form').send({ lang: 'en', to: '/ai' })
  expect(toggled.status).toBe(303)
})

it.each([
  { first: '203.0.113.1', second: '203.0.113.2', status: 202 },
  { first: '[2001:db8::1]:443', second: '2001:db8::ffff', status: 429 },
  { first: 'unknown', second: '_hidden', status: 429 },
])('answers $second after $first with $status', async ({ first, second, status }) => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1', TRUST_PROXY: '1' })
  const statusFor = async (address: string) =>
    (await request(site.app).post('/api/newsletter').set('X-Forwarded-For', address).send(valid)).status
  expect([await statusFor(first), await statusFor(second)]).toEqual([202, status])
  expect(site.logged()).not.toMatch(/198\.51|203\.0|2001:db8|hidden/)
})
