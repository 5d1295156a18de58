import request from 'supertest'
import { expect, it } from 'vitest'
import enCommon from '../../../locales/en/common.json'
import enRefusals from '../../../locales/en/refusals.json'
import frCommon from '../../../locales/fr/common.json'
import frRefusals from '../../../locales/fr/refusals.json'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { message, verifiedFields, servedFields } from '../support/contact.ts'
import { elements, textOf } from '../support/html.ts'

it('limits all forms from one address together, however they come', async () => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '4' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = (type = 'json') => request(site.app).post('/api/contact').type(type).send(fields)
  const subscribe = () => request(site.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'fr' })
  expect([(await post()).status, (await post('form')).status, (await post()).status]).toEqual([202, 303, 202])
  expect([(await subscribe()).status, (await subscribe()).status]).toEqual([202, 429])
  const refused = await post()
  expect([refused.status, refused.body.errors[0].type]).toEqual([429, 'TooManyRequestsError'])
  expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.get('Cache-Control')).toBe('no-store')
})

it.each([
  ['a proof that is none', { proof: '{}' }],
  ['a token that is none', { formToken: 'a' }],
  ['what a program has filled in', { reference: 'https://example.com' }],
])('counts %s, and allows a person a few attempts', async (_what, wrong) => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1', TRUST_PROXY: '1' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const statusOf = async (from: string, more: object = {}) => {
    const answer = await request(site.app)
      .post('/api/contact')
      .set('X-Forwarded-For', from)
      .send({ ...fields, ...more })
    return answer.status
  }
  for (let count = 0; count < 4; count += 1) expect(await statusOf('203.0.113.1', wrong)).toBe(403)
  expect(await statusOf('203.0.113.1')).toBe(202)
  for (let count = 0; count < 5; count += 1) expect(await statusOf('203.0.113.2', wrong)).toBe(403)
  for (const more of [wrong, {}]) expect(await statusOf('203.0.113.2', more)).toBe(429)
})

it('counts a wrong proof of a subscription that is rejected by the overall limit', async () => {
  const { site } = await startSiteWithGhost(undefined, {
    FORMS_PER_10_MINUTES: '1',
    FORMS_TOTAL_PER_10_MINUTES: '2',
    TRUST_PROXY: '1',
  })
  const subscribe = (from: string, proof?: string) =>
    request(site.app)
      .post('/api/newsletter')
      .set('X-Forwarded-For', from)
      .send({ email: `${from}@example.com`, lang: 'fr', proof })
  expect((await subscribe('203.0.113.1')).status).toBe(202)
  for (let count = 0; count < 5; count += 1) expect((await subscribe('203.0.113.2', '{}')).status).toBe(429)
  // The second visitor has accepted forms left, but no rejected ones.
  const { proof } = await verifiedFields(site.app, 'newsletter')
  expect((await subscribe('203.0.113.2', proof)).status).toBe(429)
  expect((await subscribe('203.0.113.3', proof)).status).toBe(202)
})

/** Posts of many visitors, each from an address of its own. */
async function startCrowded(env: Record<string, string>) {
  const { site } = await startSiteWithGhost(undefined, { TRUST_PROXY: '1', ...env })
  const served = await servedFields(site.app)
  let number = 0
  const post = async (path: string, fields: object) => {
    number += 1
    const from = `203.0.113.${number}`
    return (await request(site.app).post(path).set('X-Forwarded-For', from).send(fields)).status
  }
  return {
    site,
    write: (proof: object = {}) => post('/api/contact', { ...served, ...message, name: `Ada ${number}`, ...proof }),
    subscribe: (proof: object = {}) =>
      post('/api/newsletter', { email: `ada-${number}@example.com`, lang: 'fr', ...proof }),
  }
}

it('accepts verified forms while a flood has filled the other half, on both forms', async () => {
  const { site, write, subscribe } = await startCrowded({ FORMS_TOTAL_PER_10_MINUTES: '4' })
  expect([await write(), await subscribe()]).toEqual([202, 202])
  expect([await write(), await subscribe()]).toEqual([429, 429])
  expect(await subscribe(await verifiedFields(site.app, 'newsletter'))).toBe(202)
  expect(await write(await verifiedFields(site.app))).toBe(202)
  // Verified forms have a limit too.
  expect(await subscribe(await verifiedFields(site.app, 'newsletter'))).toBe(429)
})

it('accepts forms without a proof while the other half is full', async () => {
  const { site, subscribe } = await startCrowded({ FORMS_TOTAL_PER_10_MINUTES: '2' })
  const verified = await verifiedFields(site.app, 'newsletter')
  expect([await subscribe(verified), await subscribe(await verifiedFields(site.app, 'newsletter'))]).toEqual([202, 429])
  expect(await subscribe()).toBe(202)
})

it('counts a proof once, however often its message is sent again', async () => {
  // Verified forms have half of it.
  const { site, write } = await startCrowded({ FORMS_TOTAL_PER_10_MINUTES: '4' })
  const verified = await verifiedFields(site.app)
  for (const expected of [202, 202, 202, 202]) expect(await write({ ...verified, name: 'Ada' })).toBe(expected)
  expect([await write(await verifiedFields(site.app)), await write(await verifiedFields(site.app))]).toEqual([202, 429])
})

// See server/forms/proof-of-work.test.ts for wrong proofs.
it.each([
  ['is used already', (proof: string) => proof],
  ['is none', () => '{}'],
])('counts a subscription whose proof %s as unverified', async (_how, change) => {
  const { site, subscribe } = await startCrowded({ FORMS_TOTAL_PER_10_MINUTES: '4' })
  const { proof } = await verifiedFields(site.app, 'newsletter')
  expect(await subscribe({ proof })).toBe(202)
  for (const expected of [202, 202, 429]) expect(await subscribe({ proof: change(proof) })).toBe(expected)
})

it('limits the networks of an IPv6 /48 together to four times the limit of each', async () => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '2', TRUST_PROXY: '1' })
  const from = async (address: string) => {
    const form = { email: `${address.replaceAll(':', '-')}@example.com`, lang: 'fr' }
    return (await request(site.app).post('/api/newsletter').set('X-Forwarded-For', address).send(form)).status
  }
  const statuses: number[] = []
  for (let network = 1; network <= 9; network += 1) statuses.push(await from(`2001:db8:1:${network}::1`))
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 202), 429])
  expect(await from('2001:db8:2:1::1')).toBe(202)
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
  expect(textOf(limited.text)).toContain(refusals.tooManyForms.title)
  // The only link leads home, so that what was typed is not lost by another one.
  const [main] = elements(limited.text, 'main')
  expect(elements(main?.inner ?? '', 'a').map(({ text }) => text)).toEqual([texts.error.home])
  const crossed = await post({ 'Sec-Fetch-Site': 'cross-site' })
  expect(crossed.status).toBe(403)
  expect(textOf(crossed.text)).toContain(refusals.refused.title)
})
