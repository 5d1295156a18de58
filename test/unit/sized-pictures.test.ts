import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createPictureSizes } from '../../server/media/picture-sizes.ts'
import { sizePictures } from '../../server/posts/sized-pictures.ts'
import { pictureSizes } from '../../shared/srcset.ts'

const logo = '/media/content/images/logo.png'
const photo = '/media/content/images/photo.jpg'
const sizes = new Map([
  [logo, { width: 120, height: 40 }],
  [photo, { width: 600, height: 400 }],
])
const settle = (html: string) => sizePictures(html, (path) => sizes.get(path) ?? null)

const widths = `/media/w320/content/images/photo.jpg 320w, /media/w480/content/images/photo.jpg 480w, ${photo} 600w`

it.each([
  [`<p>a <img alt="" src="${logo}" /> b</p>`, `<p>a <img alt="" src="${logo}" width="120" height="40" /> b</p>`],
  [
    `<img alt="A &gt; B" loading="lazy" src="${photo}" />`,
    `<img alt="A &gt; B" loading="lazy" src="${photo}" width="600" height="400" srcset="${widths}" sizes="${pictureSizes.text}" />`,
  ],
  [`<img height="20" src="${logo}" />`, `<img height="20" src="${logo}" width="60" />`],
  ...[
    '<img alt="" src="/media/content/images/autre.png" />',
    `<img width="60" src="${logo}" />`,
    `<img src="${photo}" srcset="${photo} 2x" />`,
    `<audio src="${photo}"></audio>`,
  ].map((html) => [html, html]),
])('a picture whose size the site has learnt keeps its place, where the article gives none: %s', (html, output) => {
  expect(settle(html)).toBe(output)
})

it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
  'learns the size of a picture from what it sends: %s',
  async (format) => {
    const known = createPictureSizes()
    const picture = sharp({ create: { width: 120, height: 40, channels: 3, background: '#c33' } })
    await known.learn('/a', await picture.toFormat(format).toBuffer())
    expect(known.of('/a')).toEqual({ width: 120, height: 40 })
    expect(known.of('/b')).toBeNull()
  },
)

it('learns no size of a drawing, nor of what is no picture', async () => {
  const known = createPictureSizes()
  for (const text of ['<svg width="1" height="1"></svg>', 'nothing', '\x89PNG\r\n\x1a\nnothing']) {
    await known.learn('/a', Buffer.from(text, 'latin1'))
    expect(known.of('/a')).toBeNull()
  }
})
