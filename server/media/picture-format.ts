/** The format of pictures, by their first bytes: neither the name nor the announced type is to be believed. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg' | 'ico' | 'bmp'

export const mediaTypes: Record<PictureFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
}

export function isFormat(text: string): text is PictureFormat {
  return Object.hasOwn(mediaTypes, text)
}

/** @returns null for what is no picture, or none that browsers show */
export function formatOf(bytes: Buffer): PictureFormat | null {
  const begins = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'))
  if (begins('\xff\xd8\xff')) return 'jpeg'
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('GIF87a') || begins('GIF89a')) return 'gif'
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp'
  if (begins('ftypavif', 4) || begins('ftypavis', 4)) return 'avif'
  if (begins('\x00\x00\x01\x00')) return 'ico'
  if (begins('BM') && begins('\0\0\0\0', 6)) return 'bmp'
  return isDrawing(bytes) ? 'svg' : null
}

/** The formats that are decoded here; the others stay as they are. */
export type Decoded = Exclude<PictureFormat, 'svg' | 'ico' | 'bmp'>

export function isDecoded(format: PictureFormat): format is Decoded {
  return format !== 'svg' && format !== 'ico' && format !== 'bmp'
}

/** A picture's drawing begins within so many bytes; comments of its program may stand before it. */
const mostPrologBytes = 16 * 1024

/**
 * Whether a file is an SVG document, by its first tag, in any encoding that writes markup as ASCII does, and in UTF-16. What only
 * looks like one fails in the browser.
 */
function isDrawing(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, mostPrologBytes).replaceAll('\0', '')
  if (!/^[^\w<]*</.test(text)) return false
  const [, name] = /<(?:[\w.-]+:)?([a-z]+)[\s/>]/i.exec(text.replace(/<!--[^]*?-->/g, '')) ?? []
  return name?.toLowerCase() === 'svg'
}
