import { expect, it } from 'vitest'
import type { Post, Tag } from '../../shared/post.ts'
import { neighboursOf } from '../../server/posts/neighbours.ts'
import { pairFaults, pairNameOf, pairTag } from '../../server/posts/metadata/pairs.ts'
import { storedPostOf } from '../support/stored-post.ts'

const tagOf = (slug: string, name = slug): Tag => ({ id: slug, slug, name })
const plan = tagOf('hash-pair-plan', '#pair-plan')
const post = (slug: string, ...tags: Tag[]): Post => storedPostOf(slug, { title: slug, tags })
const pairOf = (slug: string, own: readonly Post[], other: readonly Post[]) => neighboursOf(slug, own, other).pair

it.each([
  ['an internal tag of a pair', [tagOf('fr'), plan], 'plan'],
  ['a tag as Markdown posts have it', [pairTag('plan')], 'plan'],
  ['a public tag of the same slug', [tagOf('hash-pair-plan', 'Hash pair plan')], null],
  ['another internal tag', [tagOf('hash-campagne', '#campagne')], null],
  ['no tag', [], null],
])('%s names the pair %j', (_case, tags, name) => {
  expect(pairNameOf({ tags })).toBe(name)
})

it('two posts of a name lead to each other', () => {
  const [fr, en] = [[post('un', plan)], [post('one', plan)]]
  expect(pairOf('un', fr, en)).toEqual({ slug: 'one', title: 'one', isOriginal: true })
  expect(pairOf('one', en, fr)).toEqual({ slug: 'un', title: 'un', isOriginal: true })
})

it('a counterpart that is a copy of another site’s is none for search engines', () => {
  const copy = storedPostOf('one', { tags: [plan], canonical_url: 'https://autre.example/one' })
  expect(pairOf('un', [post('un', plan)], [copy])).toMatchObject({ slug: 'one', isOriginal: false })
})

const both = post('both', tagOf('fr'), tagOf('en'), plan)
const faulty = [
  { what: 'no counterpart', fr: [post('un', plan)], en: [], fault: '"un" has no counterpart in en' },
  { what: 'no counterpart in French', fr: [], en: [post('one', plan)], fault: '"one" has no counterpart in fr' },
  {
    what: 'two posts in a language',
    fr: [post('un', plan), post('deux', plan)],
    en: [post('one', plan)],
    fault: '"un", "deux" all have it in fr',
  },
  {
    what: 'two posts in the other language',
    fr: [post('un', plan)],
    en: [post('one', plan), post('two', plan)],
    fault: '"one", "two" all have it in en',
  },
  { what: 'one post in both languages', fr: [both], en: [both], fault: '"both" is in both languages itself' },
]

it.each(faulty)('$what: no link, and an operator hears of it', ({ fr, en, fault }) => {
  for (const { slug } of fr) expect(pairOf(slug, fr, en)).toBeNull()
  for (const { slug } of en) expect(pairOf(slug, en, fr)).toBeNull()
  expect(pairFaults({ fr, en }, [])).toEqual([{ name: 'plan', fault }])
})

it('a counterpart that is not published is named as the reason', () => {
  const lists = { fr: [post('un', plan)], en: [] }
  const fault = '"un" has no counterpart in en: "draft" is not published'
  for (const language of [[], [tagOf('en')]])
    expect(pairFaults(lists, [post('draft', ...language, plan)])).toEqual([{ name: 'plan', fault }])
  const second = [{ name: 'plan', fault: '"un" has no counterpart in en' }]
  expect(pairFaults(lists, [post('draft', tagOf('fr'), plan)])).toEqual(second)
})

it('a pair that is whole is no fault, and neither is a draft alone', () => {
  const lists = { fr: [post('un', plan), post('deux')], en: [post('one', plan)] }
  expect(pairFaults(lists, [post('draft', tagOf('hash-pair-later', '#pair-later'))])).toEqual([])
})
