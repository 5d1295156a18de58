import { expect, it } from 'vitest'
import type { Language } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { createAddressRewriter } from '../../server/posts/addresses/cms-address.ts'
import type { GhostPost } from '../../server/posts/ghost/client.ts'
import { createPlainPostMaker } from '../../server/posts/ghost/post-maker.ts'
import { createPostReader, type Made } from '../../server/posts/ghost/post-reader.ts'

const names = { id: '1', slug: 'un-article', title: 'Un article', authors: [], tags: [] }
const written: GhostPost = { ...names, published_at: '2026-09-21T10:30:00.000+02:00', html: '<p>Un</p>' }
const rewrite = createAddressRewriter('https://cms.example')
const makePlain = createPlainPostMaker(rewrite, 'https://www.nordet.example')

/** A reader whose posts are made so, what it has been asked to make, and what it told of. */
function readerOf(make: (post: GhostPost) => Made) {
  const asked: string[] = []
  const plain: object[] = []
  const makeAsked = (post: GhostPost, language: Language) => {
    asked.push(`${language} ${post.slug}`)
    return Promise.resolve(make(post))
  }
  const read = createPostReader(makeAsked, makePlain, (one) => plain.push(one))
  return { read, asked, plain }
}

it('makes a post once as long as nothing of it changes, in each language', async () => {
  const { read, asked } = readerOf(({ html }) => ({ kind: 'made', post: { html } as Post })) // nothing else of it is looked at
  for (const post of [written, { ...written }, { ...written, html: '<p>Deux</p>' }, written])
    expect((await read(post, 'fr')).html).toBe(post.html)
  await read(written, 'en')
  expect(asked).toEqual(['fr un-article', 'fr un-article', 'en un-article'])
})

it('makes a post once that is asked for twice at the same time', async () => {
  const { read, asked, plain } = readerOf(() => ({ kind: 'failed', reason: 'too deep' }))
  await Promise.all([read(written, 'fr'), read(written, 'fr')])
  expect([asked.length, plain.length]).toEqual([1, 1])
})

it('shows what cannot be made in plain words, tells of it, and does not try again', async () => {
  const { read, asked, plain } = readerOf(() => ({ kind: 'failed', reason: 'too deep' }))
  for (let time = 0; time < 2; time += 1)
    expect(await read(written, 'fr')).toMatchObject({ slug: 'un-article', title: 'Un article', html: '<p>Un</p>' })
  expect(asked).toHaveLength(1)
  expect(plain).toEqual([{ slug: 'un-article', reason: 'too deep' }])
})

it.each([
  { html: '<p>Un</p><p>Deux <b>trois</b></p>', shown: '<p>Un</p><p>Deux trois</p>' },
  { html: 'a<br>b<li>c', shown: '<p>a</p><p>b</p><p>c</p>' },
  { html: '<p onclick="x()">1 &lt; 2 &amp; 3 > 2', shown: '<p>1 &lt; 2 &amp; 3 &gt; 2</p>' },
  { html: '<<script>a</script>', shown: '<p>a</p>' },
  { html: '<'.repeat(1_000_000), shown: '' },
  { html: `<p ${'a '.repeat(500_000)}`, shown: '' },
  { html: 'a'.repeat(1_000_000), shown: `<p>${'a'.repeat(100_000)}</p>` },
])('shows the words of HTML alone: $shown', ({ html, shown }) => {
  expect(makePlain({ ...written, html }, 'fr').html).toBe(shown)
})

it('cuts every other text of such a post to a line, and leaves its caption out', () => {
  const long = 'x'.repeat(1_000_000)
  const post = makePlain({ ...written, title: long, custom_excerpt: long, feature_image_caption: long }, 'fr')
  expect([post.title.length, post.excerpt.length, post.feature_image_caption]).toEqual([1000, 1000, null])
})
