import fc from 'fast-check'
import request from 'supertest'
import { afterAll, afterEach, expect, it } from 'vitest'
import { contactForm, newsletterForm } from '../../support/forms.ts'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { anyText, wholeText } from '../../support/properties.ts'
import { postTo, servedFields, verifiedFields } from '../support/contact.ts'
import { linesAbout } from '../support/instance.ts'
import { deliver, startSiteWithWebhook } from '../support/webhook.ts'

const ghost = await startFakeGhost()
const limits = { FORMS_PER_10_MINUTES: '100000', FORMS_TOTAL_PER_10_MINUTES: '100000' }
const site = await startSiteWithWebhook({ ...ghost.env, ...limits })
afterAll(async () => {
  for (const held of [site, ghost]) await held[Symbol.asyncDispose]()
})

const contact = { ...(await servedFields(site.app)), ...contactForm.values, lang: 'fr' }
const newsletter = { ...newsletterForm.values, lang: 'fr' }

/** Objects with the names of inherited properties, and with values that are invalid for every field. */
const worst: readonly unknown[] = [
  ...[{ toString: 1 }, { valueOf: null, toString: [] }, { length: 1e9 }, { then: 1 }],
  ...[[[]], [{}], 1e308, true, null],
]

const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText, fc.constantFrom(...worst))

/** A body of these fields with any value in one of them, or any value as the body. */
function bodyOf(fields: object) {
  const changed = fc.tuple(fc.constantFrom(...Object.keys(fields)), value)
  const body = changed.map(([name, given]) => ({ ...fields, [name]: given }))
  return fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: value })
}

/** Any texts under some of these names. */
const pairsOf = (...names: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), wholeText), { maxLength: 8 })
    .map((pairs) => new URLSearchParams(pairs).toString())

type Send<Given> = (given: Given) => PromiseLike<{ status: number }>

async function expectNoFailure<Given>(send: Send<Given>, given: Given): Promise<void> {
  expect((await send(given)).status, JSON.stringify(given)).toBeLessThan(500)
}

// The log shows failures that follow an answer.
afterEach(() => expect(linesAbout(site, 'request failed')).toEqual([]))

const holds = <Given>(given: fc.Arbitrary<Given>, send: Send<Given>) =>
  fc.assert(fc.asyncProperty(given, (each) => expectNoFailure(send, each)))

it.each([
  { path: '/api/contact', fields: { ...contact, proof: '', recaptcha: '' } },
  { path: '/api/newsletter', fields: { ...newsletter, proof: '' } },
])('$path answers any JSON value in any field', async ({ path, fields }) => {
  const send: Send<unknown> = (body) => postTo(site.app, path, JSON.stringify(body))
  for (const name of Object.keys(fields))
    for (const given of worst) await expectNoFailure(send, { ...fields, [name]: given })
  await holds(bodyOf(fields), send)
})

it.each(['/api/contact', '/api/newsletter', '/language'])('%s answers any fields of a form, however often', (path) => {
  const names = [...Object.keys(contact), 'proof', 'to', '__proto__', 'lang[toString]']
  const valid = new URLSearchParams(contact).toString()
  return holds(pairsOf(...names), (fields) => postTo(site.app, path, `${valid}&${fields}`, 'form'))
})

it('both forms answer any JSON value in any part of a proof', async () => {
  const { proof } = await verifiedFields(site.app)
  const solved = JSON.parse(proof) as { challenge: { parameters: object; signature: string }; solution: object }
  const { challenge, solution } = solved
  const proofs = fc.oneof(
    bodyOf(solved),
    bodyOf(solution).map((changed) => ({ ...solved, solution: changed })),
    bodyOf(challenge).map((changed) => ({ ...solved, challenge: changed })),
    bodyOf(challenge.parameters).map((parameters) => ({ ...solved, challenge: { ...challenge, parameters } })),
  )
  for (const [path, fields] of [
    ['/api/contact', contact],
    ['/api/newsletter', newsletter],
  ] as const) {
    await holds(proofs, (given) => postTo(site.app, path, { ...fields, proof: JSON.stringify(given) }))
  }
})

it('the webhook answers any JSON value that Ghost’s key has signed', () => {
  const state = { slug: 'un-article', status: 'published' }
  const posts = bodyOf(state).map((current) => ({ post: { current, previous: state } }))
  const bodies = fc.oneof(value, posts, bodyOf({ post: { current: state, previous: {} } }))
  return holds(bodies, (body) => deliver(site, body as object))
})

it('pages and the API answer any query', () => {
  const queries = pairsOf(...'lang page form newsletter subject lang[] page[toString] __proto__'.split(' '))
  const paths = fc.constantFrom(...'/api/posts /api/posts/un-article /blog /contact / /rss.xml /sitemap.xml'.split(' '))
  return holds(fc.tuple(paths, queries), ([path, query]) => request(site.app).get(`${path}?${query}`))
})
