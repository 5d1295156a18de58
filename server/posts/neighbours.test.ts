import { expect, it } from 'vitest'
import type { Post, Tag } from '../../shared/post.ts'
import { neighboursOf } from './neighbours.ts'
import { storedPostOf } from '../../test/support/stored-post.ts'

const tagOf = (slug: string, name = slug): Tag => ({ id: slug, slug, name })
const [fr, law, ai] = [tagOf('fr'), tagOf('loi-25'), tagOf('ia')]
const campaign = tagOf('hash-campagne', '#campagne')
const post = (slug: string, ...tags: Tag[]): Post => storedPostOf(slug, { tags })

const related = (slug: string, list: readonly Post[]) => neighboursOf(slug, list, []).related.map((post) => post.slug)

it('related posts are the three newest ones with a common topic, except neighbours', () => {
  const list = [
    ...[post('a', fr, law), post('b', fr, ai), post('c', fr, law, ai), post('d', fr), post('newer', fr, law)],
    ...[post('this', fr, law, ai), post('older', fr, ai), post('e', fr, ai), post('f', fr, law)],
  ]
  expect(related('this', list)).toEqual(['a', 'b', 'c'])
  expect(related('a', list)).toEqual(['c', 'newer', 'this'])
  expect(related('f', list)).toEqual(['a', 'c', 'newer'])
  expect(neighboursOf('this', list, [])).toMatchObject({ newer: { slug: 'newer' }, older: { slug: 'older' } })
})

it('posts are not related by a language or internal tag', () => {
  const list = [post('a', fr, campaign), post('b', fr), post('c', fr, campaign)]
  expect(related('a', list)).toEqual([])
})

it('an article that the list lacks has no neighbours', () => {
  const nowhere = { newer: null, older: null, related: [], pair: null }
  expect(neighboursOf('x', [post('a', fr, law)], [])).toEqual(nowhere)
  expect(neighboursOf('x', [], [])).toEqual(nowhere)
})

it('links to related posts contain only what they show', () => {
  const list = [post('this', fr, law), post('next', fr), post('a', fr, law)]
  const { title, published_at } = post('a')
  expect(neighboursOf('this', list, []).related).toEqual([{ slug: 'a', title, published_at }])
})
