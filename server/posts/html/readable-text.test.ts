import { expect, it } from 'vitest'
import { isBlank } from './readable-text.ts'
import { labelOf, reservedFor, summaryOf, type Tag, topicalTags } from '../../../shared/post.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'

const tag = (slug: string, name = slug): Tag => ({ id: `id-${slug}`, slug, name })

const fr = tag('fr')
const en = tag('en', 'English')
const internal = tag('hash-campagne', '#campagne')
const law = tag('loi-25', 'Loi 25')
const cases = tag('etudes-de-cas', 'Études de cas')

it.each([
  ['a topical primary tag', cases, [cases, fr, law], cases],
  ['a primary tag that is not the first', law, [cases, law, fr], law],
  ['French as primary tag', fr, [fr, law, cases], law],
  ['English as primary tag', en, [en, cases, law], cases],
  ['an internal primary tag', internal, [internal, fr, law], law],
  ['several tags that say nothing before the first topical one', fr, [fr, internal, en, cases], cases],
  ['no primary tag', null, [fr, law], law],
  ['nothing but a language', fr, [fr], null],
  ['nothing but a language and an internal tag', internal, [internal, en], null],
  ['no tag at all', null, [], null],
])('the label of a post with %s is its primary tag or its first topical one', (_name, primary_tag, tags, label) => {
  expect(labelOf({ primary_tag, tags })).toEqual(label)
})

it.each([
  ['languages', [fr, law, en], [law]],
  ['internal tags', [law, internal, cases], [law, cases]],
  ['everything there is', [fr, internal], []],
])('topical tags leave out %s and keep their order', (_name, tags, topical) => {
  expect(topicalTags({ tags })).toEqual(topical)
})

it.each([
  ...[tag('francais', 'Français'), tag('fr-ca', 'FR-CA'), tag('french'), tag('hash', 'Hash')],
  tag('hash-functions', 'Hash functions'),
])('the public tag $name is topical', (topical) => {
  expect(topicalTags({ tags: [fr, topical] })).toEqual([topical])
  expect(labelOf({ primary_tag: topical, tags: [topical, fr] })).toEqual(topical)
})

const post = storedPostOf('loi-25', { tags: [fr, law], primary_tag: fr, permalink: '/loi-25', meta_title: 'Titre' })

it('a summary is a post without text and metadata, and does not change the post', () => {
  const before = structuredClone(post)
  const summary = summaryOf(post)
  expect(Object.keys(summary).sort()).toEqual(
    [
      ...['id', 'slug', 'title', 'excerpt', 'feature_image', 'feature_image_alt', 'published_at', 'updated_at'],
      ...['reading_time', 'authors', 'tags', 'primary_tag', 'visibility', 'access', 'featured'],
    ].sort(),
  )
  expect(before).toMatchObject(summary)
  expect(post).toEqual(before)
})

it.each([
  ['public', true, null],
  ['members', true, null],
  ['members', false, 'members'],
  ['restricted', false, 'restricted'],
  ['public', false, 'restricted'],
] as const)('a post with the visibility %s and access %s is reserved for %s', (visibility, access, readers) => {
  expect(reservedFor({ ...post, visibility, access })).toBe(readers)
})

it.each(['', ' \n ', '<p></p>', '<p>\u00a0</p><div class="kg-card"></div>', '<p>\u200b</p>', '<hrx></hrx>'])(
  'the text %j shows nothing',
  (html) => expect(isBlank(html)).toBe(true),
)

it.each([
  '<p>a</p>',
  '<p>0</p>',
  '<figure><img src="/a.png" alt=""></figure>',
  '<audio src="/a.mp3"></audio>',
  '<hr />',
])('the text %j shows something', (html) => expect(isBlank(html)).toBe(false))
