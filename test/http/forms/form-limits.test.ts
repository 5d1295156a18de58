import request from 'supertest'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { message, postTo, servedFields, verifiedFields } from '../support/contact.ts'
import { elements, textOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

// A proof is valid on every site with this secret, once on each.
const env = { SITE_SECRET: 'sixteen-letters-', TRUST_PROXY: '1' }

const proofs = await (async () => {
  await using site = await startSite(env)
  const solve = async () => (await verifiedFields(site.app, 'newsletter')).proof
  return [await solve(), await solve(), await solve()] as const
})()

/** A site with these limits, and forms that come from any address: a new one each time if none is given. */
async function startLimited(limits: Record<string, string>) {
  const { site } = await startSiteWithGhost(undefined, { ...env, ...limits })
  const served = await servedFields(site.app)
  let number = 0
  const post = async (path: string, fields: object, from: string | undefined) => {
    number += 1
    const posted = request(site.app).post(path)
    return (await posted.set('X-Forwarded-For', from ?? `198.51.100.${number}`).send(fields)).status
  }
  return {
    write: (more: object = {}, from?: string) =>
      post('/api/contact', { ...served, ...message, name: `Ada ${number}`, ...more }, from),
    subscribe: (more: object = {}, from?: string) =>
      post('/api/newsletter', { email: `ada-${number}@example.com`, lang: 'fr', ...more }, from),
  }
}

it('counts all forms of one address together, however they are sent', async () => {
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '4' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const subscription = { email: 'ada@example.com', lang: 'fr' }
  for (const [path, type, form, status] of [
    ['/api/contact', 'json', fields, 202],
    ['/api/contact', 'form', fields, 303],
    ['/api/contact', 'json', fields, 202],
    ['/api/newsletter', 'json', subscription, 202],
    ['/api/newsletter', 'json', subscription, 429],
  ] as const) {
    expect((await postTo(site.app, path, form, type)).status).toBe(status)
  }
  const refused = await postTo(site.app, '/api/contact', fields)
  expect([refused.status, refused.body.errors[0].type]).toEqual([429, 'TooManyRequestsError'])
  expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.get('Cache-Control')).toBe('no-store')
})

it('counts messages that fail the bot check as attempts, of which each client has five', async () => {
  const { write } = await startLimited({ FORMS_PER_10_MINUTES: '1' })
  const wrong = [{ proof: '{}' }, { formToken: 'a' }, { reference: 'https://example.com' }, { proof: '[]' }]
  for (const more of wrong) expect(await write(more, '203.0.113.1')).toBe(403)
  expect(await write({}, '203.0.113.1')).toBe(202)
  for (const more of [...wrong, { formToken: '' }]) expect(await write(more, '203.0.113.2')).toBe(403)
  for (const more of [...wrong, {}]) expect(await write(more, '203.0.113.2')).toBe(429)
})

it('counts subscriptions that exceed an overall limit as attempts', async () => {
  const { subscribe } = await startLimited({ FORMS_PER_10_MINUTES: '1', FORMS_TOTAL_PER_10_MINUTES: '2' })
  const [proof] = proofs
  expect(await subscribe()).toBe(202)
  for (let count = 0; count < 5; count += 1) expect(await subscribe({ proof: '{}' }, '203.0.113.2')).toBe(429)
  // The second visitor has requests left, but no attempts.
  expect(await subscribe({ proof }, '203.0.113.2')).toBe(429)
  expect(await subscribe({ proof }, '203.0.113.3')).toBe(202)
})

it('reserves half of the overall limit for forms with a proof, on both forms', async () => {
  const { write, subscribe } = await startLimited({ FORMS_TOTAL_PER_10_MINUTES: '4' })
  const [first, second, third] = proofs
  expect([await write(), await subscribe()]).toEqual([202, 202])
  expect([await write(), await subscribe()]).toEqual([429, 429])
  // A message that is sent again counts once.
  for (const _time of [1, 2, 3]) expect(await write({ proof: first, name: 'Ada' })).toBe(202)
  // A used or invalid proof counts as missing.
  for (const proof of [first, '{}']) expect(await subscribe({ proof })).toBe(429)
  expect(await subscribe({ proof: second })).toBe(202)
  expect(await subscribe({ proof: third })).toBe(429)
})

it('reserves the other half for forms without a proof', async () => {
  const { subscribe } = await startLimited({ FORMS_TOTAL_PER_10_MINUTES: '2' })
  const [first, second] = proofs
  expect([await subscribe({ proof: first }), await subscribe({ proof: second })]).toEqual([202, 429])
  // Counted as a form without a proof.
  expect(await subscribe({ proof: first })).toBe(202)
  expect(await subscribe()).toBe(429)
})

it('limits the networks of one IPv6 /48 to four times the limit of each', async () => {
  const { subscribe } = await startLimited({ FORMS_PER_10_MINUTES: '2' })
  const statuses: number[] = []
  for (let network = 1; network <= 9; network += 1) statuses.push(await subscribe({}, `2001:db8:1:${network}::1`))
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 202), 429])
  expect(await subscribe({}, '2001:db8:2:1::1')).toBe(202)
})

it('accepts as many of concurrent forms as of consecutive ones', async () => {
  const { subscribe } = await startLimited({ FORMS_PER_10_MINUTES: '3' })
  const statuses = await Promise.all(Array.from({ length: 10 }, () => subscribe({}, '203.0.113.1')))
  expect(statuses.filter((status) => status === 202)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
})

it.each(languages)('shows a page in %s to a visitor without JavaScript who sent too many forms', async (lang) => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1' })
  const path = localise('/contact', lang)
  const fields = { ...(await servedFields(site.app, path)), ...message }
  const post = (more = {}) =>
    postTo(site.app, '/api/contact', fields, 'form').set({ Accept: 'text/html', Referer: site.url + path, ...more })
  expect((await post()).status).toBe(303)
  const limited = await post()
  expect([limited.status, Number(limited.get('Retry-After')) > 0]).toEqual([429, true])
  expect(limited.text).toContain(`<html lang="${lang}">`)
  expect(textOf(limited.text)).toContain(textIn(lang, 'refusals', 'tooManyForms.title'))
  // The only link away from the typed text is the one to the home page.
  const [main] = elements(limited.text, 'main')
  expect(elements(main?.inner ?? '', 'a').map(({ text }) => text)).toEqual([textIn(lang, 'common', 'error.home')])
  const crossed = await post({ 'Sec-Fetch-Site': 'cross-site' })
  expect(crossed.status).toBe(403)
  expect(textOf(crossed.text)).toContain(textIn(lang, 'refusals', 'refused.title'))
})
