import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { photograph } from '../support/picture-host.ts'
import { shareSite } from '../support/share-site.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { headOf } from './support/html.ts'

const siteUrl = 'https://www.nordet.example'
const written = await shareSite({ SITE_URL: siteUrl })

it.each([
  ['fr', '/blog/numeriser-sans-perdre-la-preuve'],
  ['en', '/en/blog/an-archive-you-can-leave'],
])('a post without a picture shares its cover with its title, in %s', async (_language, path) => {
  const { meta } = headOf((await request(written.app).get(path).expect(200)).text)
  expect([meta['og:image:width'], meta['og:image:height']]).toEqual(['1200', '630'])
  expect(meta['og:image:alt']).toBe(meta['og:title'])
  expect(meta['twitter:image']).toBe(meta['og:image'])

  const address = meta['og:image']?.slice(siteUrl.length) ?? ''
  const image = await request(written.app).get(address).expect(200).expect('Content-Type', 'image/png')
  const { width, height, format } = await sharp(image.body as Buffer).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  expect(image.headers['cross-origin-resource-policy']).toBe('cross-origin')

  const again = await request(written.app).get(address).expect(200)
  expect((again.body as Buffer).equals(image.body as Buffer)).toBe(true)
  await request(written.app)
    .get(address)
    .set('If-None-Match', image.headers.etag ?? '')
    .expect(304)
  await request(written.app)
    .head(address)
    .expect(200)
    .expect('Content-Length', String((image.body as Buffer).length))
  await request(written.app).post(address).expect(405)
})

it.each(['/share/fr/nothing.png', '/share/de/un-article.png', '/share/en/numeriser-sans-perdre-la-preuve.png'])(
  '%s is of no post, and there is none',
  async (path) => {
    await request(written.app).get(path).expect(404)
  },
)

it('draws a title whatever is in it, and another one once it is changed', async () => {
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

const folder = '/content/images'
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>')
const pictures = {
  [`${folder}/photo.jpg`]: await photograph(1600, 1000).jpeg().toBuffer(),
  [`${folder}/turned.jpg`]: await photograph(1000, 1600).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
  [`${folder}/portrait.webp`]: await photograph(700, 1500).webp().toBuffer(),
  [`${folder}/panorama.png`]: await photograph(2400, 300).png().toBuffer(),
  [`${folder}/logo.gif`]: await photograph(120, 40).gif().toBuffer(),
  [`${folder}/drawing.svg`]: drawing,
  [`${folder}/drawing`]: drawing,
}

it.each<[string, Record<string, string>]>([
  ['a photograph', { feature_image: 'photo.jpg' }],
  ['a photograph that is to be turned', { feature_image: 'turned.jpg' }],
  ['a portrait for networks alone', { feature_image: 'photo.jpg', og_image: 'portrait.webp' }],
  ['a panorama', { feature_image: 'panorama.png' }],
  ['a picture that is smaller than what networks show', { og_image: 'logo.gif' }],
  ['a drawing', { feature_image: 'drawing.svg', feature_image_alt: 'Un dessin' }],
  ['a drawing whose name does not say so', { feature_image: 'drawing' }],
])('gives the true size of %s in the preview of an article', async (_name, fields) => {
  const { ghost, site } = await startSiteWithGhost([], { SITE_URL: siteUrl })
  const own = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      name.endsWith('_alt') ? text : `${ghost.url}${folder}/${text}`,
    ]),
  )
  Object.assign(ghost.state, { pictures, posts: [fakePost('a', own)] })
  const { meta } = headOf((await request(site.app).get('/blog/a').expect(200)).text)

  const image = await request(site.app)
    .get(meta['og:image']?.slice(siteUrl.length) ?? '')
    .redirects(1)

  const { width, height, format } = await sharp(image.body as Buffer).metadata()
  expect([image.status, format]).toEqual([200, expect.stringMatching(/^(jpeg|png)$/)])
  expect([meta['og:image:width'], meta['og:image:height']]).toEqual([String(width), String(height)])
  // The cover that stands for it shows the post's title.
  if (fields.feature_image_alt !== undefined) expect(meta['og:image:alt']).toBe('Titre de a')
})

it('cuts what fills the frame of a preview, and shows what does not whole, on white', async () => {
  const { ghost, site } = await startSiteWithGhost([])
  const red = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c00' } })
      .png()
      .toBuffer()
  ghost.state.pictures = { [`${folder}/large.png`]: await red(1300, 900), [`${folder}/small.png`]: await red(300, 900) }
  const cornersOf = async (name: string) => {
    const { body } = await request(site.app).get(`/media/share${folder}/${name}`)
    const pixels = await sharp(body as Buffer)
      .raw()
      .toBuffer()
    const at = (x: number, y: number) => Array.from(pixels.subarray(3 * (1200 * y + x), 3 * (1200 * y + x) + 3))
    return [at(0, 0), at(600, 0), at(600, 629)].map(([, green = 0]) => (green > 200 ? 'white' : 'red'))
  }
  expect(await cornersOf('large.png')).toEqual(['red', 'red', 'red'])
  expect(await cornersOf('small.png')).toEqual(['white', 'red', 'red'])
})
