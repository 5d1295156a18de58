import { expect, it } from 'vitest'
import { createAddressRewriter } from '../../addresses/addresses.ts'
import { createPictureAttributes } from './picture-attributes.ts'
import { type ghostWidths, previewPicture, resizedPicture } from '../../../shared/picture.ts'
import { pictureSizes } from './picture-places.ts'
import { srcsetOf } from '../../../shared/srcset.ts'

const cms = 'http://127.0.0.1:2368'
const elsewhere = (_folder: string, address: URL) => `/media/external/signature/${address.host}${address.pathname}`
const rewrite = createAddressRewriter(cms, elsewhere)
const { image, source } = createPictureAttributes(rewrite)
const a = '/media/content/images/2026/11/a.png'
const w = (...widths: (typeof ghostWidths)[number][]) =>
  widths.map((width) => `${resizedPicture(a, width)} ${width}w`).join(', ')

const allWidths = w(600, 1000, 1200, 1600, 2400)

/** A picture from Ghost's storage, 1600 pixels wide, in Ghost's markup. */
const ghosts = {
  src: `${cms}/content/images/2026/11/a.png`,
  width: '1600',
  height: '900',
  srcset: [
    `${cms}/content/images/size/w600/2026/11/a.png 600w`,
    `${cms}/content/images/size/w1000/2026/11/a.png 1000w`,
    `${cms}/content/images/2026/11/a.png 1600w`,
  ].join(', '),
}
const widest = String(resizedPicture(a, 2400))
const ofGhosts = { ...ghosts, src: widest, srcset: w(600, 1000, 1200, 1600) }
const lazyLoading = { loading: 'lazy', decoding: 'async' }

it.each([
  ['in the text', { class: 'kg-image', sizes: '(min-width: 720px) 720px' }, pictureSizes.text],
  ['wide', { class: 'kg-image', sizes: '(min-width: 1200px) 1200px' }, pictureSizes.text],
  ['full', { class: 'kg-image' }, pictureSizes.full],
  ['in a gallery', { sizes: '(min-width: 720px) 720px' }, pictureSizes.gallery],
  ['with an author’s own sizes', { sizes: '(min-width: 40em) 20em, 90vw' }, '(min-width: 40em) 20em, 90vw'],
])('a picture %s has the site’s widths, and the sizes of its place', (_place, attribs, sizes) => {
  expect(image({ ...ghosts, ...attribs })).toEqual({ ...attribs, ...ofGhosts, ...lazyLoading, sizes })
})

it.each([
  ['a small one without a srcset', { class: 'kg-image', width: '300', height: '200' }, undefined],
  ['up to its own width', { class: 'kg-image', width: '700', height: '200' }, w(600, 1000).replace('1000w', '700w')],
  ['a large one, up to the widest', { class: 'kg-image', width: '6000', height: '4000' }, allWidths],
  ['one of unknown size, as it is', {}, undefined],
  ['one in a place with its own sizes', { sizes: pictureSizes.bookmark }, allWidths],
  ['one that an author shows smaller, for fine screens too', { width: '300' }, w(600)],
  ['one whose width is no number of pixels, in all widths', { width: '50%' }, allWidths],
  ['an icon without a srcset', { class: 'kg-bookmark-icon' }, undefined],
])('the srcset of a picture: %s', (_case, attribs, srcset) => {
  expect(image({ src: ghosts.src, ...attribs }).srcset).toBe(srcset)
})

it('a picture that an author shows smaller has smaller sizes', () => {
  expect(image({ src: ghosts.src, width: '300' }).sizes).toBe('(min-width: 300px) 300px, 100vw')
})

it('limits sizes to 1.7 device pixels', () => {
  expect(pictureSizes.gallery).toBe(
    '(min-width: 64rem) and (min-resolution: 2.5dppx) calc(0.56 * 30rem), (min-resolution: 2.5dppx) calc(0.56 * 50vw), ' +
      '(min-width: 64rem) and (min-resolution: 1.75dppx) calc(0.85 * 30rem), (min-resolution: 1.75dppx) calc(0.85 * 50vw), ' +
      '(min-width: 64rem) 30rem, 50vw',
  )
})

it('keeps the sizes of another host', () => {
  const src = 'https://images.example.org/photo?w=2000'
  const srcset = `${src.replace('2000', '600')} 600w`
  const attribs = image({ class: 'kg-image', src, width: '4000', height: '3000', srcset })
  expect(attribs.src).toBe('/media/external/signature/images.example.org/photo')
  expect(attribs.srcset).toBe('/media/external/signature/images.example.org/photo 600w')
})

it('keeps pictures of several densities', () => {
  const srcset = `${cms}/content/images/a.png, ${cms}/content/images/b,c.png 1.5x,${cms}/content/images/d.png 2x`
  const expected = '/media/content/images/a.png, /media/content/images/b,c.png 1.5x, /media/content/images/d.png 2x'
  expect(image({ src: ghosts.src, srcset, sizes: '10px' })).toMatchObject({ srcset: expected, sizes: '10px', src: a })
})

it('rewrites the sources of a picture in the same way, but not those of a player', () => {
  const type = 'image/webp'
  const srcset = `${cms}/content/images/size/w600/format/webp/2026/11/a.png 600w, ${cms}/content/images/2026/11/a.png 1000w`
  expect(source({ type, media: '(min-width: 40em)', srcset })).toEqual({
    type,
    media: '(min-width: 40em)',
    srcset: w(600, 1000),
  })
  expect(source({ srcset: `${cms}/content/images/2026/11/a.png` })).toEqual({ srcset: a })
  expect(source({ srcset: `${cms}/content/images/2026/11/a.png 300w` })).toEqual({ srcset: w(600) })
  expect(source({ src: `${cms}/content/media/a.mp3` })).toEqual({ src: '/media/content/media/a.mp3' })
  expect(source({ src: 'https://example.org/a.mp3', srcset: 'data:image/svg+xml;base64,R0 1x' })).toEqual({})
})

it.each([
  ...['https://user:word@images.example.org/a.png', 'data:image/svg+xml;base64,R0', 'javascript:alert(1)'],
  ...['ftp://example.org/a', `${cms}/ghost/a.png`, 'http://', ''],
])('shows no picture at %j', (src) => {
  expect(image({ src, alt: 'A' })).toEqual({ alt: 'A', ...lazyLoading })
})

it('shows a picture whose URL has no protocol', () => {
  expect(image({ src: '//images.example.org/a.png#b' }).src).toBe('/media/external/signature/images.example.org/a.png')
})

it('keeps the addresses of pictures in posts without a CMS', () => {
  const plain = createPictureAttributes(null)
  const attribs = { src: '/posts/a.png', srcset: '/posts/b.png 2x', sizes: '1px', alt: '' }
  expect(plain.image(attribs)).toEqual({ ...attribs, ...lazyLoading })
  expect(plain.source(attribs)).toEqual(attribs)
})

it.each([
  ...['/posts/a.png', '/media/content/images/a.svg', '/media/content/files/a.png', '/media/external/s/abc'],
  ...['/media/content/images/%C3%A9t%C3%A9.jpg', '/media/content/images/a[1].jpg', '/media/content/images/a'],
  'https://example.org/media/content/images/a',
])('offers no widths of %s', (address) => {
  expect(srcsetOf(address, null)).toBeUndefined()
  expect(resizedPicture(address, 'preview')).toBe(address)
})

it('has a picture for link previews', () => {
  expect(previewPicture(a)).toBe('/media/content/images/size/w1200/format/jpeg/2026/11/a.png')
  expect(previewPicture('/media/external/s/abc')).toBe('/media/external/s/abc')
})
