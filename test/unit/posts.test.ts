import { expect, it } from 'vitest'
import { isBlank } from '../../server/posts/html/tree.ts'
import {
  labelOf,
  type Post,
  type PostSummary,
  reservedFor,
  summaryOf,
  type Tag,
  topicalTags,
  wordsOf,
} from '../../shared/post.ts'

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
  tag('francais', 'Français'),
  tag('fr-ca', 'FR-CA'),
  tag('french'),
  tag('hash', 'Hash'),
  tag('hash-functions', 'Hash functions'),
])('the public tag $name means something to a reader', (topical) => {
  expect(topicalTags({ tags: [fr, topical] })).toEqual([topical])
  expect(labelOf({ primary_tag: topical, tags: [topical, fr] })).toEqual(topical)
})

const summary: PostSummary = {
  id: '1',
  slug: 'loi-25',
  title: 'Loi 25',
  excerpt: 'Extrait',
  feature_image: null,
  feature_image_alt: null,
  published_at: '2026-09-21T10:30:00.000+02:00',
  updated_at: null,
  reading_time: 2,
  authors: [{ name: 'Camille Lefèvre' }],
  tags: [fr, law],
  primary_tag: fr,
  visibility: 'public',
  access: true,
}

const post: Post = {
  ...summary,
  html: '<p>Corps</p>',
  permalink: '/loi-25',
  feature_image_caption: 'Photo',
  canonical_url: 'https://autre.example/loi-25',
  meta_title: 'Titre',
  meta_description: 'Description',
  og_title: 'Titre',
  og_description: 'Description',
  og_image: '/a.png',
  twitter_title: 'Titre',
  twitter_description: 'Description',
  twitter_image: '/a.png',
}

it('a summary is a post without its text and its metadata, and leaves the post as it was', () => {
  const before = structuredClone(post)
  expect(summaryOf(post)).toEqual(summary)
  expect(post).toEqual(before)
})

it.each([
  ['public', true, null],
  ['members', true, null],
  ['members', false, 'members'],
  ['restricted', false, 'restricted'],
  ['public', false, 'restricted'],
] as const)('a post with the visibility %s and access %s is reserved for %s', (visibility, access, readers) => {
  expect(reservedFor({ ...summary, visibility, access })).toBe(readers)
})

it.each([
  ['', true],
  [' \n ', true],
  ['<p></p>', true],
  ['<p>\u00a0</p><div class="kg-card"></div>', true],
  ['<p>\u200b</p>', true],
  ['<p>a</p>', false],
  ['<p>0</p>', false],
  ['<figure><img src="/a.png" alt=""></figure>', false],
  ['<audio src="/a.mp3" controls></audio>', false],
  ['<hr />', false],
  ['<hrx></hrx>', true],
])('of the text %j it is %s that it shows nothing', (html, blank) => {
  expect(isBlank(html)).toBe(blank)
})

it('the words of a text are counted without its tags', () => {
  expect(wordsOf('<h2 id="a b">Un titre</h2><p>Du <em>texte</em> &amp; suite.</p>')).toHaveLength(6)
})
