import type { Sharp } from 'sharp'
import type { Measure } from './address.ts'
import type { ModernFormat, PictureFormat } from './picture-format.ts'

/** Which form of a picture is wanted; `modern` are the formats that the client takes beside the older ones. */
export type Wanted = { measure: Measure; modern: readonly ModernFormat[] }

/** Encoding AVIF takes some 36 bytes a pixel, measured; the others take six. */
const mostAvifPixels = 4_000_000

export type Target = Exclude<PictureFormat, 'svg' | 'ico'>

/** Drawings and icons are never decoded here. */
export function isDecoded(format: PictureFormat): format is Target {
  return format !== 'svg' && format !== 'ico'
}

/**
 * A client that takes no modern format gets one that every client takes, whatever the source is.
 *
 * @param pixels of a still picture; null: it moves
 */
export function targetOf(
  source: Target,
  { measure, modern }: Wanted,
  pixels: number | null,
  hasAlpha: boolean,
): Target {
  if (measure === 'share') return 'jpeg'
  const chosen = modern.find((format) => format === 'webp' || (pixels !== null && pixels <= mostAvifPixels))
  if (chosen) return chosen
  if (pixels === null) return 'gif'
  if (source === 'webp' || source === 'avif') return hasAlpha ? 'png' : 'jpeg'
  return source
}

export function encoded(picture: Sharp, target: Target): Sharp {
  switch (target) {
    case 'avif':
      // More effort gains 5 % and takes five times as long.
      return picture.avif({ quality: 52, effort: 2 })
    case 'webp':
      return picture.webp({ quality: 78 })
    case 'jpeg':
      return picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true })
    case 'png':
      return picture.png({ compressionLevel: 9 })
    case 'gif':
      return picture.gif()
  }
}
