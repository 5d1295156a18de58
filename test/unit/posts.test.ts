import { expect, it } from 'vitest'
import { labelOf, type Post, summaryOf, type Tag, topicalTags } from '../../shared/post.ts'

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

it('a summary is a post without its text, and leaves the post as it was', () => {
  const post: Post = {
    id: '1',
    slug: 'loi-25',
    title: 'Loi 25',
    excerpt: 'Extrait',
    html: '<p>Corps</p>',
    feature_image: null,
    feature_image_alt: null,
    published_at: '2026-09-21T10:30:00.000+02:00',
    updated_at: null,
    reading_time: 2,
    authors: [{ name: 'Camille Lefèvre' }],
    tags: [fr, law],
    primary_tag: fr,
  }
  const { html, ...rest } = post
  expect(summaryOf(post)).toEqual(rest)
  expect(post.html).toBe(html)
})
