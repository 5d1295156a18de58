import { expect, it } from 'vitest'
import type { Cached } from '../cache/cached-list.ts'
import type { LinkResolver } from './link-resolver.ts'
import { createResolvedLists } from './links.ts'
import type { Post } from '../../../shared/post.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'

const listOf = (readAt: number, ...slugs: string[]): Cached<Post[]> => ({
  ...{ kind: 'cached', value: slugs.map((slug) => storedPostOf(slug, { html: slug })) },
  ...{ version: slugs.join(), readAt, freshness: 'hit' },
})

/** Posts whose text names the posts of the English list. */
const resolver: LinkResolver = (lists) => (post) =>
  lists.en === null ? post : { ...post, html: `${post.html} ${lists.en.map(({ slug }) => slug).join()}` }

it('resolves all posts again after each reading of a list, and keeps the array if no post changes', () => {
  const fr = listOf(1, 'a')
  let en: Cached<Post[]> | null = null
  const resolved = createResolvedLists({ fr: { peek: () => fr }, en: { peek: () => en } }, resolver)
  const shown = () => resolved.resolveList('fr', fr)
  expect(shown()).toMatchObject({ value: [{ html: 'a' }], readAt: 1 })
  en = listOf(1, 'x')
  const first = shown()
  expect(first.value[0]?.html).toBe('a x')
  en = listOf(2, 'x')
  expect([shown().value, shown().version]).toEqual([first.value, first.version])
  expect(shown().value).toBe(first.value)
  en = listOf(3, 'y')
  expect(shown().value[0]?.html).toBe('a y')
  expect(shown().version).not.toBe(first.version)
  expect(resolved.resolveLinks(storedPostOf('b', { html: 'b' })).html).toBe('b y')
})
