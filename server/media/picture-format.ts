import { isDrawing } from './drawing.ts'

/** What pictures are made of, by their first bytes: neither the name nor the announced type is to be believed. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg' | 'ico'

export const mediaTypes: Record<PictureFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
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
  return isDrawing(bytes) ? 'svg' : null
}

export type ModernFormat = 'avif' | 'webp'

/**
 * The modern formats that a client takes, the one that it likes best first; AVIF before WebP where it likes them alike. Only
 * a format that it names counts: a wildcard is what programs send that can show neither.
 *
 * @param accept the request's Accept field (RFC 9110 §12.5.1)
 */
export function modernFormats(accept: string | undefined): ModernFormat[] {
  const qualities = new Map<string, number>()
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    qualities.set(type, weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0)
  }
  // The most specific range decides.
  const quality = (...ranges: string[]) => ranges.map((range) => qualities.get(range)).find((q) => q !== undefined) ?? 0
  // Of the older formats it is not known yet which one the picture has.
  const older = Math.max(...['jpeg', 'png', 'gif'].map((name) => quality(`image/${name}`, 'image/*', '*/*')))
  return (['avif', 'webp'] as const)
    .filter((format) => quality(`image/${format}`) > 0 && quality(`image/${format}`) >= older)
    .sort((one, other) => quality(`image/${other}`) - quality(`image/${one}`))
}
