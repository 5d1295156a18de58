import { expect, it } from 'vitest'
import type { Post } from '../../../shared/post.ts'
import { createAddressRewriter } from '../../addresses/addresses.ts'
import type { CmsPost } from './cms-post.ts'
import { createConversionCache } from './conversion-cache.ts'
import { type ConversionResult, convertPost } from './post-converter.ts'
import { cms, labels } from '../../../test/support/sanitise.ts'

const names = { id: '1', slug: 'un-article', title: 'Un article', authors: [], tags: [] }
const written: CmsPost = { ...names, published_at: '2026-09-21T10:30:00.000+02:00', html: '<p>Un</p>' }

/** A cache with this conversion, its calls and its reports. */
function cacheOf(convert: (post: CmsPost) => ConversionResult | Promise<ConversionResult>) {
  const calls: string[] = []
  const refused: object[] = []
  const read = createConversionCache(
    async (post, language) => {
      calls.push(`${language} ${post.slug}`)
      return convert(post)
    },
    () => ({ notShown: 'Non affiché.' }),
    (report) => refused.push(report),
  )
  return { read, calls, refused }
}

it('converts a post once for each language until it changes, even for concurrent requests', async () => {
  const { read, calls } = cacheOf(({ html }) => ({ kind: 'converted', post: { html } as Post })) // only the HTML is read
  for (const post of [written, { ...written }, { ...written, html: '<p>Deux</p>' }, written])
    expect(await read(post, 'fr')).toEqual({ html: post.html })
  await Promise.all([read(written, 'en'), read(written, 'en')])
  expect(calls).toEqual(['fr un-article', 'fr un-article', 'en un-article'])
})

it('shows the excerpt of a post beyond the limits with a notice, reports it, and does not retry', async () => {
  const { read, calls, refused } = cacheOf(({ html }) =>
    html === written.html
      ? { kind: 'refused', reason: 'too deep' }
      : { kind: 'converted', post: { html, slug: 'un-article' } as Post },
  )
  const post = { ...written, excerpt: 'Un <b> & deux', feature_image_caption: '<div>'.repeat(3000) }
  for (let time = 0; time < 2; time += 1)
    expect(await read(post, 'fr')).toMatchObject({ html: '<p>Un &lt;b> &amp; deux</p><p>Non affiché.</p>' })
  expect(calls).toHaveLength(2)
  expect(refused).toEqual([{ slug: 'un-article', reason: 'too deep' }])
})

it('shows the excerpt of a post with too much head code, and hides it from search engines', async () => {
  const options = { rewriterFor: () => createAddressRewriter(cms), siteUrl: 'https://site.example', labelsIn: labels }
  const { read, refused } = cacheOf((post) => convertPost(options, post, 'fr'))
  const head = `<meta name="robots" content="noindex">${'<i>'.repeat(3000)}`
  expect(await read({ ...written, head }, 'fr')).toMatchObject({ html: '<p>Non affiché.</p>', noindex: true })
  expect(refused).toHaveLength(1)
})

it('shows a post without its oversized picture, and reports it', async () => {
  const options = { rewriterFor: () => createAddressRewriter(cms), siteUrl: 'https://site.example', labelsIn: labels }
  const { read, refused } = cacheOf((post) => convertPost(options, post, 'fr'))
  const inline = (length: number) => `<p>Un<img src="data:image/png;base64,${'A'.repeat(length)}"></p>`
  expect((await read({ ...written, html: inline(1000) }, 'fr')).html).toMatch(/^<p>Un<img [^>]*A{1000}/)
  expect((await read({ ...written, html: inline(1_000_000) }, 'fr')).html).toMatch(/^<p>Un[^<]*<\/p>$/)
  expect(refused).toEqual([{ slug: 'un-article', reason: expect.stringContaining('250000 characters') }])
})

it('caches nothing of a post that cannot be converted, and retries', async () => {
  let isDown = true
  const { read, calls, refused } = cacheOf(() =>
    isDown ? { kind: 'refused', reason: 'a defect' } : { kind: 'converted', post: { html: '' } as Post },
  )
  await expect(read(written, 'fr')).rejects.toThrow('the post un-article cannot be made: a defect')
  isDown = false
  expect(await read(written, 'fr')).toEqual({ html: '' })
  expect([calls.length, refused.length]).toEqual([3, 1])
})
