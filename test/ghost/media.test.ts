import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import type { PostSummary } from '../../shared/post.ts'
import { resizedPicture } from '../../shared/picture.ts'
import { elements } from '../http/support/html.ts'
import { startSite } from '../support/start-site.ts'
import { env } from './support/env.ts'

const chromium = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

it('shows every picture of the post with every card, in every width that it offers', { timeout: 300_000 }, async () => {
  await using site = await startSite(env)
  const page = await request(site.app).get('/blog/toutes-les-cartes')
  const images = elements(page.text, 'img').map(({ attributes }) => attributes)
  expect(images.length).toBeGreaterThan(10)
  const wrong: string[] = []
  let widths = 0
  for (const { src = '', srcset, sizes, width, height, fetchpriority } of images) {
    expect(Boolean(srcset)).toBe(Boolean(sizes))
    const own = await request(site.app).get(src).set('Accept', chromium).responseType('blob')
    const natural = await sharp(own.body as Buffer).metadata()
    // The browser reserves the size that Ghost reports. The picture of the header has the style sheet's box.
    if (width && height && fetchpriority !== 'high')
      expect(natural.width / natural.height).toBeCloseTo(Number(width) / Number(height), 1)
    for (const candidate of srcset?.split(', ') ?? []) {
      const [address = '', declared = ''] = candidate.split(' ')
      const answer = await request(site.app).get(address).set('Accept', chromium).responseType('blob')
      const { width: real } = await sharp(answer.body as Buffer).metadata()
      widths += 1
      if (answer.status !== 200 || answer.type !== 'image/webp')
        wrong.push(`${address} is ${answer.status} ${answer.type}`)
      if (real !== Math.min(Number.parseInt(declared), natural.width)) wrong.push(`${candidate} is ${real} wide`)
    }
  }
  expect(wrong).toEqual([])
  expect(widths).toBeGreaterThan(30)
})

it('shrinks a list’s pictures to a tenth of Ghost’s originals', async () => {
  await using site = await startSite(env)
  const { body } = await request(site.app).get('/api/posts?lang=fr')
  const pictures = (body.posts as PostSummary[]).flatMap(({ feature_image }) => feature_image ?? [])
  expect(pictures.length).toBeGreaterThan(2)
  for (const picture of pictures) {
    const original = await fetch(picture.replace('/media', env.GHOST_URL))
    const { length } = Buffer.from(await original.arrayBuffer())
    const answer = await request(site.app).get(resizedPicture(picture, 600))
    expect(answer.type).toBe('image/webp')
    expect(Number(answer.headers['content-length'])).toBeLessThan(length / 10)
  }
})

it('gives link previews a JPEG at an absolute address', async () => {
  await using site = await startSite(env)
  const page = await request(site.app).get('/blog/toutes-les-cartes')
  const [image = ''] = elements(page.text, 'meta').flatMap(({ attributes }) =>
    attributes.property === 'og:image' ? [attributes.content ?? ''] : [],
  )
  expect(image.startsWith(`${site.url}/media/content/images/size/w1200/format/jpeg/`)).toBe(true)
  const answer = await request(site.app).get(image.slice(site.url.length)).set('Accept', chromium).responseType('blob')
  const { format, width } = await sharp(answer.body as Buffer).metadata()
  expect([answer.status, answer.type, format, width]).toEqual([200, 'image/jpeg', 'jpeg', 1200])
})
