import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../support/fake-ghost.ts'
import { photograph } from '../support/picture-host.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { headOf } from './support/html.ts'

const siteUrl = 'https://www.nordet.example'
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
