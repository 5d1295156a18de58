import fc from 'fast-check'
import request from 'supertest'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { anyText, wholeText } from '../../support/properties.ts'
import { message, postTo, servedFields, verifiedFields } from '../support/contact.ts'
import { linesAbout } from '../support/instance.ts'
import { deliver, startSiteWithWebhook } from '../support/webhook.ts'

const ghost = await startFakeGhost()
const site = await startSiteWithWebhook({
  ...ghost.env,
  FORMS_PER_10_MINUTES: '100000',
  FORMS_TOTAL_PER_10_MINUTES: '100000',
})
afterAll(async () => {
  for (const held of [site, ghost]) await held[Symbol.asyncDispose]()
})

const json = { 'Content-Type': 'application/json' }
const served = await servedFields(site.app)
const contact = { ...message, ...served, ...message, lang: 'fr' }

/** Objects with the names of inherited properties, and with values that no field has. */
const worst: readonly unknown[] = [
  { toString: 1 },
  { valueOf: null, toString: [] },
  { length: 1e9 },
  { then: 1 },
  [[]],
  [{}],
  1e308,
  true,
  null,
]

const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText, fc.constantFrom(...worst))

/** A body of these fields with any value in one of them, or any value as the body. */
function bodyOf(fields: object) {
  const changed = fc.tuple(fc.constantFrom(...Object.keys(fields)), value)
  const body = changed.map(([name, given]) => ({ ...fields, [name]: given }))
  return fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: value })
}

type Send = (body: unknown) => Promise<{ status: number }>

async function expectAnswer(send: Send, body: unknown): Promise<void> {
  expect((await send(body)).status, JSON.stringify(body)).toBeLessThan(500)
}

const holdsOf = (bodies: fc.Arbitrary<unknown>, send: Send) =>
  fc.assert(fc.asyncProperty(bodies, (body) => expectAnswer(send, body)))

// The log shows failures that follow an answer.
afterEach(() => {
  const failures = linesAbout(site, 'request failed')
  expect(failures).toEqual([])
})

it.each([
  { path: '/api/contact', fields: { ...contact, proof: '', recaptcha: '' } },
  { path: '/api/newsletter', fields: { email: 'ada@example.com', lang: 'fr', proof: '' } },
])('no JSON value in any field of $path is a failure', async ({ path, fields }) => {
  const send = (body: unknown) => request(site.app).post(path).set(json).send(JSON.stringify(body))
  for (const name of Object.keys(fields)) {
    for (const given of worst) await expectAnswer(send, { ...fields, [name]: given })
  }
  await holdsOf(bodyOf(fields), send)
})

it.each(['/api/contact', '/api/newsletter', '/language'])('no field posted to %s is, however often', async (path) => {
  const names = fc.constantFrom(...Object.keys({ ...contact, proof: '', to: '' }), '__proto__', 'lang[toString]')
  const pairs = fc.array(fc.tuple(names, wholeText), { maxLength: 8 })
  await holdsOf(pairs, (given) => {
    const body = [...Object.entries(contact), ...(given as [string, string][])].map((pair) =>
      pair.map(encodeURIComponent).join('='),
    )
    return request(site.app).post(path).type('form').send(body.join('&'))
  })
})

it('no JSON value in any part of a proof is', async () => {
  const { proof } = await verifiedFields(site.app)
  const solved = JSON.parse(proof) as { challenge: { parameters: object; signature: string }; solution: object }
  const { parameters } = solved.challenge
  const proofs = fc.oneof(
    bodyOf(solved),
    bodyOf(solved.solution).map((solution) => ({ ...solved, solution })),
    bodyOf(solved.challenge).map((challenge) => ({ ...solved, challenge })),
    bodyOf(parameters).map((changed) => ({ ...solved, challenge: { ...solved.challenge, parameters: changed } })),
  )
  for (const [path, fields] of [
    ['/api/contact', contact],
    ['/api/newsletter', { email: 'ada@example.com' }],
  ] as const) {
    await holdsOf(proofs, (given) => postTo(site.app, path, { ...fields, proof: JSON.stringify(given) }))
  }
})

it('no JSON value that Ghost’s key has signed is', async () => {
  const state = { slug: 'un-article', status: 'published' }
  const posts = bodyOf(state).map((current) => ({ post: { current, previous: state } }))
  await holdsOf(fc.oneof(value, posts, bodyOf({ post: { current: state, previous: {} } })), (body) =>
    deliver(site, body as object),
  )
})

it('no query is', async () => {
  const names = fc.constantFrom(...'lang page form newsletter subject lang[] page[toString] __proto__'.split(' '))
  const pairs = fc.array(fc.tuple(names, wholeText), { maxLength: 5 })
  const paths = fc.constantFrom(...'/api/posts /api/posts/un-article /blog /contact / /rss.xml /sitemap.xml'.split(' '))
  await holdsOf(fc.tuple(paths, pairs), (given) => {
    const [path, query] = given as [string, [string, string][]]
    return request(site.app).get(`${path}?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`)
  })
})
