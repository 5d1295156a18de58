import request from 'supertest'
import { expect, it } from 'vitest'
import enCommon from '../../locales/en/common.json'
import enRefusals from '../../locales/en/refusals.json'
import frCommon from '../../locales/fr/common.json'
import frRefusals from '../../locales/fr/refusals.json'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { message, servedFields } from './support/contact.ts'
import { textOf } from './support/html.ts'

it('holds all forms from one address to its rate, however they come', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite({ ...ghost.env, FORMS_PER_10_MINUTES: '4' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = (type = 'json') => request(site.app).post('/api/contact').type(type).send(fields)
  const subscribe = () => request(site.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'fr' })
  expect([(await post()).status, (await post('form')).status, (await post()).status]).toEqual([202, 303, 202])
  expect([(await subscribe()).status, (await subscribe()).status]).toEqual([202, 429])
  const refused = await post()
  expect([refused.status, refused.body.errors[0].type]).toEqual([429, 'TooManyRequestsError'])
  expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
})

it('holds all visitors together to a rate of their own, what comes without a proof to half of it', async () => {
  await using site = await startSite({ FORMS_TOTAL_PER_10_MINUTES: '3', TRUST_PROXY: '1', NEWSLETTER: 'simulated' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const write = async (address: string) =>
    (await request(site.app).post('/api/contact').set('X-Forwarded-For', address).send(fields)).status
  const subscribe = async (address: string) =>
    (
      await request(site.app)
        .post('/api/newsletter')
        .set('X-Forwarded-For', address)
        .send({ email: 'ada@example.com', lang: 'fr' })
    ).status
  expect([await write('203.0.113.1'), await write('203.0.113.2'), await write('203.0.113.3')]).toEqual([202, 202, 429])
  expect(await subscribe('203.0.113.4')).toBe(429)
})

it('counts all addresses of one IPv6 network as one', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', TRUST_PROXY: '1' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const from = async (address: string) =>
    (await request(site.app).post('/api/contact').set('X-Forwarded-For', address).send(fields)).status
  expect([await from('2001:db8:1:1::1'), await from('2001:db8:1:1:ffff::2'), await from('2001:db8:1:2::1')]).toEqual([
    202, 429, 202,
  ])
})

it.each([
  { lang: 'fr', path: '/contact', texts: frCommon, refusals: frRefusals },
  { lang: 'en', path: '/en/contact', texts: enCommon, refusals: enRefusals },
])('tells a visitor without JavaScript at $path that there were too many, in $lang', async (given) => {
  const { lang, path, texts, refusals } = given
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1' })
  const fields = { ...(await servedFields(site.app, path)), ...message }
  const post = (set = {}) =>
    request(site.app)
      .post('/api/contact')
      .set({ Accept: 'text/html', Referer: site.url + path, ...set })
      .type('form')
      .send(fields)
  expect((await post()).status).toBe(303)
  const limited = await post()
  expect([limited.status, Number(limited.get('Retry-After')) > 0]).toEqual([429, true])
  expect(limited.text).toContain(`<html lang="${lang}">`)
  expect(textOf(limited.text)).toContain(refusals.tooManyForms)
  expect(textOf(limited.text)).not.toContain(texts.error.hint)
  const crossed = await post({ 'Sec-Fetch-Site': 'cross-site' })
  expect(crossed.status).toBe(403)
  expect(textOf(crossed.text)).toContain(refusals.refused)
})
