import { expect, it } from 'vitest'
import type { Post, Tag } from '../../../shared/post.ts'
import { neighboursOf } from '../neighbours.ts'
import { pairNameOf, pairTag } from './pairs.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'

const tagOf = (slug: string, name = slug): Tag => ({ id: slug, slug, name })
const plan = tagOf('hash-pair-plan', '#pair-plan')
const post = (slug: string, ...tags: Tag[]): Post => storedPostOf(slug, { title: slug, tags })
const pairOf = (slug: string, a: readonly Post[], b: readonly Post[]) => neighboursOf(slug, a, b).pair

it.each([
  ['an internal tag of a pair', [tagOf('fr'), plan], 'plan'],
  ['a tag of a Markdown post', [pairTag('plan')], 'plan'],
  ['a public tag of the same slug', [tagOf('hash-pair-plan', 'Hash pair plan')], null],
  ['another internal tag', [tagOf('hash-campagne', '#campagne')], null],
  ['no tag', [], null],
])('%s names the pair %j', (_case, tags, name) => {
  expect(pairNameOf({ tags })).toBe(name)
})

it('links two posts with a name to each other, and marks a copy of another site', () => {
  const [fr, en] = [[post('un', plan)], [post('one', plan)]]
  expect(pairOf('un', fr, en)).toEqual({ slug: 'one', title: 'one', isOriginal: true })
  expect(pairOf('one', en, fr)).toEqual({ slug: 'un', title: 'un', isOriginal: true })
  const copies = en.map((post) => ({ ...post, canonical_url: 'https://autre.example/one' }))
  expect(pairOf('un', fr, copies)).toMatchObject({ slug: 'one', isOriginal: false })
})

const both = post('both', tagOf('fr'), tagOf('en'), plan)
const faulty = [
  { what: 'no counterpart', fr: [post('un', plan)], en: [] },
  { what: 'no counterpart in French', fr: [], en: [post('one', plan)] },
  { what: 'two posts in a language', fr: [post('un', plan), post('deux', plan)], en: [post('one', plan)] },
  { what: 'two posts in the other language', fr: [post('un', plan)], en: [post('one', plan), post('two', plan)] },
  { what: 'one post in both languages', fr: [both], en: [both] },
]

it.each(faulty)('$what: no link', ({ fr, en }) => {
  for (const { slug } of fr) expect(pairOf(slug, fr, en)).toBeNull()
  for (const { slug } of en) expect(pairOf(slug, en, fr)).toBeNull()
})
