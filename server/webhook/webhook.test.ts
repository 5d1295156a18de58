import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isVisibleChange } from './delivery.ts'
import { isRecent, isSignedWith, parseSignature } from './signature.ts'

const published = { slug: 'un-article', status: 'published', title: 'Un article' }
const draft = { ...published, status: 'draft' }

// Event names add nothing to the data of the post.
it.each<[what: string, body: object | string | null, expected: boolean]>([
  ...(
    [
      ['published', published, { status: 'draft' }, true],
      ['edited', published, { title: 'Avant' }, true],
      ['given another slug', published, { slug: 'avant' }, true],
      ['unpublished', draft, { status: 'published' }, true],
      ['deleted', {}, published, true],
      ['of an unknown state', { slug: 'un-article' }, {}, true],
      ['without a slug', {}, {}, true],
      ['with an invalid slug', { slug: 42 }, {}, true],
      ['written as a draft', draft, { html: '<p></p>' }, false],
      ['scheduled', { ...draft, status: 'scheduled' }, { status: 'draft' }, false],
      ['deleted as a draft', {}, draft, false],
    ] as const
  ).flatMap(([what, current, previous, expected]): [string, object, boolean][] => [
    [`a post ${what}, reported by Ghost 6`, { event: 'post.edited', post: { current, previous } }, expected],
    [`a post ${what}, reported by Ghost 5`, { post: { current, previous } }, expected],
  ]),
  ['a change of the site', { event: 'site.changed' }, true],
  ['an empty body', {}, true],
  ['a tag', { event: 'tag.edited', tag: { current: { slug: 'strategie' }, previous: { name: 'Avant' } } }, true],
  ['a deleted tag', { tag: { current: {}, previous: { slug: 'strategie' } } }, true],
  ['a page', { page: { current: { slug: 'une-page', status: 'published' }, previous: {} } }, false],
  ['a member', { member: { current: { email: 'ada@example.com' }, previous: {} } }, false],
  ...[{ post: 'un-article' }, { post: { current: null } }, [], null, 'text'].map(
    (body): [string, object | string | null, boolean] => [`the unknown body ${JSON.stringify(body)}`, body, true],
  ),
])('whether readers can see %s', (_what, body, expected) => {
  expect(isVisibleChange(body)).toBe(expected)
})

const hex = '9a47eff6'.repeat(8)
const at = '1795175374808'
const secret = 'un secret'

it('parses the signature that Ghost sends', () => {
  const signature = parseSignature(`sha256=${hex}, t=${at}`)
  expect([signature?.hash.toString('hex'), signature?.timestamp]).toEqual([hex, at])
})

it.each([
  ...[undefined, '', hex, `sha256=${hex}`, `t=${at}`],
  ...['', '-1', '1e12', `${at}.5`, '1'.repeat(16), `${at}, t=1`, `${at}\n`].map((time) => `sha256=${hex}, t=${time}`),
  ...[hex.slice(1), `${hex}0`, hex.replace('9', 'g'), ''].map((hash) => `sha256=${hash}, t=${at}`),
  ...[`sha1=${hex}, t=${at}`, `x sha256=${hex}, t=${at}`],
])('ignores the invalid signature %j', (header) => {
  expect(parseSignature(header)).toBeNull()
})

it.each([
  [300_000, true],
  [300_001, false],
  [-300_000, true],
  [-300_001, false],
])('%d ms after it was signed, a delivery is recent: %s', (age, recent) => {
  expect(isRecent({ hash: Buffer.alloc(32), timestamp: at }, Number(at) + age)).toBe(recent)
})

it.each([
  ['the same bytes and time', '{"a":1}', at, true],
  ['the same time with a zero in front', '{"a":1}', `0${at}`, false],
  ['body and time split elsewhere', '{"a":1}1', at.slice(1), true],
])('verifies a signature against %s: %s, %s', (_name, body, timestamp, expected) => {
  const hash = createHmac('sha256', secret).update(`{"a":1}${at}`).digest()
  expect(isSignedWith(secret, { hash, timestamp }, Buffer.from(body))).toBe(expected)
})
