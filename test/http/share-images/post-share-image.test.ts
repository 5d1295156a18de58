import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { headOf } from '../support/html.ts'

const siteUrl = 'https://www.site.example'
const written = await shareSite({ SITE_URL: siteUrl })

it.each([
  ['fr', '/blog/numeriser-sans-perdre-la-preuve'],
  ['en', '/en/blog/an-archive-you-can-leave'],
])('the share image of a post without a picture is its cover and title, in %s', async (_language, path) => {
  const { meta } = headOf((await request(written.app).get(path).expect(200)).text)
  expect(meta).toMatchObject({
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': meta['og:title'],
    'twitter:image': meta['og:image'],
  })
  const address = meta['og:image']?.slice(siteUrl.length) ?? ''
  const image = await request(written.app).get(address).expect(200).expect('Content-Type', 'image/png')
  const { width, height, format } = await sharp(image.body as Buffer).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  expect(image.headers['cross-origin-resource-policy']).toBe('cross-origin')

  const again = await request(written.app).get(address).expect(200)
  expect((again.body as Buffer).equals(image.body as Buffer)).toBe(true)
  const unchanged = { 'If-None-Match': image.headers.etag ?? '' }
  await request(written.app).get(address).set(unchanged).expect(304)
  const length = String((image.body as Buffer).length)
  await request(written.app).head(address).expect(200).expect('Content-Length', length)
  await request(written.app).post(address).expect(405)
})

it.each(['/share/fr/nothing.png', '/share/de/un-article.png', '/share/en/numeriser-sans-perdre-la-preuve.png'])(
  'answers 404 for %s, which has no post in its language',
  async (path) => {
    await request(written.app).get(path).expect(404)
  },
)

it('draws any title, and again after a change', async () => {
  const { ghost, site } = await startSiteWithGhost([], { POSTS_TTL_SECONDS: '0' })
  const pictureOf = async (title: string) => {
    ghost.state.posts = [fakePost('a', { title, feature_image: null, tags: [tags.fr] })]
    const { body, headers } = await request(site.app).get('/share/fr/a.png').expect(200)
    expect((await sharp(body as Buffer).metadata()).width).toBe(1200)
    return headers.etag
  }
  const titles = [
    'Un titre',
    '</svg><script>alert(1)</script> & "guillemets"',
    'Ż'.repeat(400),
    `${'Un très long titre qui ne finit pas '.repeat(20)}`,
    '日本語 🙂',
  ]
  const tagsOfPictures: (string | undefined)[] = []
  for (const title of titles) tagsOfPictures.push(await pictureOf(title))
  expect(new Set(tagsOfPictures).size).toBe(titles.length)
})
