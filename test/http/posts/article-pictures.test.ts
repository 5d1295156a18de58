import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { pictureSizes } from '../../../server/posts/html/picture-places.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { withoutTimeouts } from '../../support/without-timeouts.ts'
import { elements, headOf } from '../support/html.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()

it.each([
  { what: 'a photograph', width: 600, height: 900, sizes: pictureSizes.text },
  { what: 'one wider than Ghost makes any', width: 2500, height: 250, sizes: pictureSizes.text },
])(
  'an article and its link preview have the size of $what, or if it is late, once posts are read again',
  async (row) => {
    const { width, height, sizes } = row
    let now = Date.now()
    const { ghost, site } = await startSiteWithGhost([], {}, () => now)
    const bytes = await picture(width, height)
    const path = '/content/images/size/w2400/format/webp/'
    ghost.state.pictures = {
      [`${path}a.png`]: bytes,
      '/content/images/size/w1200/format/jpeg/a.png': bytes,
      // The site requests the first bytes, and visitors all of them.
      [`${path}late.png`]: (req, res) =>
        void (req.headers.range ?? res.writeHead(200, { 'Content-Type': 'image/png' }).end(bytes)),
    }
    const htmlOf = (name: string) =>
      `<!--kg-card-begin: markdown--><p>Notre <img src="${ghost.url}/content/images/${name}.png" alt="logo"> ici.</p>`
    ghost.state.posts = ['a', 'late'].map((slug) =>
      fakePost(slug, { html: htmlOf(slug), feature_image: `${ghost.url}/content/images/${slug}.png`, tags: [tags.fr] }),
    )
    const shownIn = async (slug: string) => {
      const { text } = await request(site.app).get(`/blog/${slug}`)
      const { meta } = headOf(text)
      const image = elements(text, 'img').find(({ attributes }) => attributes.alt === 'logo')
      return { ...image?.attributes, preview: [meta['og:image'], meta['og:image:width'], meta['og:image:height']] }
    }
    const size = { width: String(width), height: String(height), sizes }
    const preview = [`${site.url}/media/content/images/size/w1200/format/jpeg/a.png`, size.width, size.height]
    expect(await withoutTimeouts(() => shownIn('a'))).toMatchObject({ src: `/media${path}a.png`, preview, ...size })
    const unknown = await shownIn('late')
    expect(unknown).toMatchObject({ src: `/media${path}late.png`, alt: 'logo' })
    for (const name of ['width', 'height', 'srcset', 'sizes']) expect(unknown).not.toHaveProperty(name)
    await request(site.app).get(`/media${path}late.png`).expect(200)
    now += 61_000
    await expect.poll(() => shownIn('late')).toHaveProperty('width')
    expect(await shownIn('late')).toMatchObject({ ...unknown, ...size })
  },
)
