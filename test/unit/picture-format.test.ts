import sharp from 'sharp'
import { expect, it } from 'vitest'
import { modernFormats } from '../../server/media/encoding.ts'
import { formatOf } from '../../server/media/picture-format.ts'

it.each([
  [undefined, []],
  ['', []],
  ['*/*', []],
  ['image/*', []],
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['avif', 'webp']],
  ['image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', ['avif', 'webp']],
  ['image/webp,image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5', ['webp']],
  ['IMAGE/WebP', ['webp']],
  ['image/webp, image/avif', ['avif', 'webp']],
  ['image/webp;q=0.9, image/avif;q=0.8', ['webp', 'avif']],
  ['image/avif;q=0, image/webp', ['webp']],
  ['image/avif ; q=0.0 , image/webp ; q=0.001', ['webp']],
  ['image/avif;q=0.5, image/jpeg', []],
  ['image/avif;q=0.5, image/*;q=0.6', []],
  ['image/webp;q=0.5, image/jpeg;q=0.4, image/*;q=0.4', ['webp']],
  ['image/avif;v=1;q=0.3', ['avif']],
  ['image/avif;q=2, image/webp;q=high', []],
  ['text/html,application/xhtml+xml', []],
] as const)('of the formats in Accept: %s the modern ones are %j', (accept, formats) => {
  expect(modernFormats(accept)).toEqual(formats)
})

const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })

it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('recognises %s by its first bytes', async (format) => {
  expect(formatOf(await pixel.clone().toFormat(format).toBuffer())).toBe(format)
})

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['BM\x76\x02\0\0\0\0\0\0\x36\0\0\0', 'bmp'],
  ['BMW, a car', null],
  ['\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg>', 'svg'],
  ['<SVG>', 'svg'],
  [`<!--${' '.repeat(5000)}--><svg>`, 'svg'],
  [`<!--${' '.repeat(100_000)}--><svg>`, null],
  ['<!doctype html><title>Ghost</title><svg></svg>', null],
  ['a page: <svg>', null],
  [`${'<!---->'.repeat(500)}<svg>`, 'svg'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg>', 'svg'],
  ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg">', 'svg'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><!-- d\xe9j\xe0 --><svg/>', 'svg'],
  ['<html:html xmlns:svg="http://www.w3.org/2000/svg"><svg:svg/>', null],
  ['<svg:rect/>', null],
  ['<svg.title>', null],
  ['<?xml', null],
  ['<!DOCTYPE svg [<!ENTITY a "b">', null],
  ['\x00\x00\x01\x00\x01\x00', 'ico'],
  // A film, of which `sharp` makes none.
  ['\x00\x00\x00\x20ftypavis', 'avif'],
  ['\x00\x00\x00\x20ftypheic', null],
  ['<html><svg></svg></html>', null],
  ['<!-- <svg> --><html>', null],
  ['<svgish>', null],
  ['GIF90a', null],
  ['RIFF\x00\x00\x00\x00WAVE', null],
  ['%PDF-1.7', null],
  ['\x1f\x8b\x08', null],
  ['', null],
])('of %j the format is %s', (text, format) => {
  expect(formatOf(Buffer.from(text))).toBe(format)
})

it.each(['<!---->', '<?a?>', '<!DOCTYPE>', '<!DOCTYPE a[]>', '<!DOCTYPE a[', '<!--', ' ', ']', '[ '])(
  'what begins with %j without end is no picture, and takes no time',
  (piece) => {
    expect(formatOf(Buffer.from(piece.repeat(20_000)))).toBeNull()
    expect(formatOf(Buffer.from(`<!DOCTYPE svg [${piece.repeat(20_000)}`))).toBeNull()
  },
)

const drawn = '<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg"/>'

it.each([
  ['UTF-16, little end first, with a byte order mark', Buffer.from(`\ufeff${drawn}`, 'utf16le')],
  ['UTF-16, big end first, with a byte order mark', Buffer.from(`\ufeff${drawn}`, 'utf16le').swap16()],
  ['UTF-16, little end first', Buffer.from(drawn, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(drawn, 'utf16le').swap16()],
])('recognises a drawing in %s', (_name, bytes) => {
  expect(formatOf(bytes)).toBe('svg')
})
