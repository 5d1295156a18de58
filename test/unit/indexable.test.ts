import { expect, it } from 'vitest'
import { type Indexable, indexablePages } from '../../server/pages/indexable.ts'
import { pathOf, plainPageIds } from '../../shared/site-map.ts'
import type { Tag } from '../../shared/post.ts'
import { storedPostOf } from '../support/stored-post.ts'

const tag = (slug: string): Tag => ({ id: slug, slug, name: slug })
const listOf = (length: number, tags: Tag[] = []) => ({
  version: `list of ${length}`,
  posts: Array.from({ length }, (_, index) => storedPostOf(`post-${index}`, { tags })),
})
const pathsIn = (language: string, pages: Indexable[]) =>
  pages.filter((one) => one.language === language).map(({ path }) => path)

const plain = plainPageIds.map(pathOf).filter((path) => path !== '/blog')

it('lists the pages without posts where no list is held', () => {
  const pages = indexablePages({ fr: null, en: null }, 0)
  expect(pathsIn('fr', pages)).toEqual(plain)
  expect(pathsIn('en', pages)).toEqual(plain.filter((path) => path !== '/terms'))
})

it('lists what is made of the list that is held, and nothing of the other language', () => {
  const pages = indexablePages({ fr: listOf(3, [tag('loi')]), en: null }, 2)
  expect(pathsIn('fr', pages).filter((path) => !plain.includes(path))).toEqual([
    '/blog',
    '/blog?page=2',
    '/blog/tag/loi',
    '/blog/post-0',
    '/blog/post-1',
    '/blog/post-2',
  ])
  expect(pathsIn('en', pages)).not.toContain('/blog')
})

it('lists so many of each kind, the first ones', () => {
  const many = Array.from({ length: 30 }, (_, index) => tag(`tag-${index}`))
  const paths = pathsIn('fr', indexablePages({ fr: listOf(200, many), en: null }, 5))
  expect(paths.filter((path) => path.startsWith('/blog?page='))).toHaveLength(19)
  expect(paths.filter((path) => path.startsWith('/blog/tag/'))).toHaveLength(20)
  const articles = paths.filter((path) => path.startsWith('/blog/post-'))
  expect([articles.length, articles.at(-1)]).toEqual([100, '/blog/post-99'])
})

it('names an article’s page by its own post, and the others by the lists', () => {
  const before = listOf(2, [tag('loi')])
  const changed = {
    version: 'changed',
    posts: before.posts.map((post, index) => ({ ...post, title: `${index || ''}` })),
  }
  const after = { version: 'after', posts: [before.posts[0], changed.posts[1]].flatMap((post) => post ?? []) }
  const madeOf = (list: typeof before) =>
    new Map(indexablePages({ fr: list, en: null }, 0).map(({ path, language, madeOf }) => [language + path, madeOf]))
  const [one, other] = [madeOf(before), madeOf(after)]
  expect([...one.keys()].filter((key) => one.get(key) !== other.get(key))).toEqual([
    'fr/blog',
    'fr/blog/tag/loi',
    'fr/blog/post-1',
  ])
})
