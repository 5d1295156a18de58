import { expect, it } from 'vitest'
import type { Language } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import type { GhostPost } from '../../server/ghost/ghost.ts'
import { type ConversionResult, tryConversion } from '../../server/posts/ghost/post-converter.ts'
import { createPostReader } from '../../server/posts/ghost/post-reader.ts'
import { createSanitiser } from '../../server/posts/html/html.ts'
import { labels } from '../support/sanitise.ts'

const names = { id: '1', slug: 'un-article', title: 'Un article', authors: [], tags: [] }
const written: GhostPost = { ...names, published_at: '2026-09-21T10:30:00.000+02:00', html: '<p>Un</p>' }

/** A reader whose posts are made so, what it has been asked to make, and what it told of. */
function readerOf(make: (post: GhostPost) => ConversionResult) {
  const asked: string[] = []
  const refused: object[] = []
  const makeAsked = (post: GhostPost, language: Language) => {
    asked.push(`${language} ${post.slug}`)
    return Promise.resolve(make(post))
  }
  const read = createPostReader(
    makeAsked,
    () => ({ notShown: 'Non affiché.' }),
    (one) => refused.push(one),
  )
  return { read, asked, refused }
}

it('makes a post once as long as nothing of it changes, in each language', async () => {
  const { read, asked } = readerOf(({ html }) => ({ kind: 'converted', post: { html } as Post })) // nothing else of it is looked at
  for (const post of [written, { ...written }, { ...written, html: '<p>Deux</p>' }, written])
    expect(await read(post, 'fr')).toEqual({ html: post.html })
  await read(written, 'en')
  expect(asked).toEqual(['fr un-article', 'fr un-article', 'en un-article'])
})

it('makes a post once that is asked for twice at the same time', async () => {
  const { read, asked } = readerOf(() => ({ kind: 'converted', post: { html: '' } as Post }))
  await Promise.all([read(written, 'fr'), read(written, 'fr')])
  expect(asked).toHaveLength(1)
})

it('shows the excerpt of a post beyond the bounds and says that its text is not shown, tells of it, and does not try again', async () => {
  const { read, asked, refused } = readerOf(({ html }) =>
    html === written.html
      ? { kind: 'refused', reason: 'too deep' }
      : { kind: 'converted', post: { html, slug: 'un-article' } as Post },
  )
  const post = { ...written, excerpt: 'Un <b> & deux', feature_image_caption: '<div>'.repeat(3000) }
  for (let time = 0; time < 2; time += 1)
    expect(await read(post, 'fr')).toMatchObject({ html: '<p>Un &lt;b> &amp; deux</p><p>Non affiché.</p>' })
  expect(asked).toHaveLength(2)
  expect(refused).toEqual([{ slug: 'un-article', reason: 'too deep' }])
})

it('shows a post without a picture that is too long for a page, and tells of it', async () => {
  const sanitiser = await createSanitiser({ rewrite: null, labelsIn: labels })
  const { read, refused } = readerOf((post) => tryConversion(sanitiser, ({ html }) => ({ html }) as Post, post, 'fr')) // nothing else of it is looked at
  const inline = (length: number) => `<img src="data:image/png;base64,${'A'.repeat(length)}">`
  for (const html of [inline(1000), inline(1_000_000)])
    expect(await read({ ...written, html }, 'fr')).toMatchObject({ html })
  expect(refused).toEqual([{ slug: 'un-article', reason: expect.stringContaining('250000 characters') }])
})

it('keeps nothing of a post that could not be made, and tries again', async () => {
  let isDown = true
  const { read, asked, refused } = readerOf(() =>
    isDown ? { kind: 'refused', reason: 'a defect' } : { kind: 'converted', post: { html: '' } as Post },
  )
  await expect(read(written, 'fr')).rejects.toThrow('the post un-article cannot be made: a defect')
  isDown = false
  expect(await read(written, 'fr')).toEqual({ html: '' })
  expect([asked.length, refused.length]).toEqual([3, 1])
})
