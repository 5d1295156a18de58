import type { Sharp } from 'sharp'
import { weightsIn } from '../http/content-encoding.ts'
import type { Variant } from './address.ts'
import type { Decoded } from './picture-format.ts'

/** The picture that a client wants; `modern` are the formats that it takes beside the older ones. */
export type Wanted = { variant: Variant; modern: readonly ModernFormat[] }

export type ModernFormat = 'avif' | 'webp'

/**
 * The modern formats that a client takes, the one that it likes best first; AVIF before WebP where it likes them alike. Only
 * a format that it names counts: programs that can show neither send a wildcard.
 *
 * @param accept the request's Accept field (RFC 9110 §12.5.1)
 */
export function modernFormats(accept: string | undefined): ModernFormat[] {
  const weights = weightsIn(accept ?? '')
  // The most specific range decides.
  const quality = (...ranges: string[]) => ranges.map((range) => weights.get(range)).find((q) => q !== undefined) ?? 0
  // The older format that the picture has is not known yet.
  const older = Math.max(...['jpeg', 'png', 'gif'].map((name) => quality(`image/${name}`, 'image/*', '*/*')))
  return (['avif', 'webp'] as const)
    .filter((format) => quality(`image/${format}`) > 0 && quality(`image/${format}`) >= older)
    .sort((one, other) => quality(`image/${other}`) - quality(`image/${one}`))
}

/** Encoding AVIF takes some 36 bytes a pixel, measured; the others take six. */
const mostAvifPixels = 4_000_000

/**
 * A client that takes no modern format gets one that every client takes, for every source.
 *
 * @param pixels of a still picture; null: it moves
 */
export function targetOf(
  source: Decoded,
  { variant, modern }: Wanted,
  pixels: number | null,
  hasAlpha: boolean,
): Decoded {
  if (variant === 'share') return 'jpeg'
  const chosen = modern.find((format) => format === 'webp' || (pixels !== null && pixels <= mostAvifPixels))
  if (chosen) return chosen
  if (pixels === null) return 'gif'
  if (source === 'webp' || source === 'avif') return hasAlpha ? 'png' : 'jpeg'
  return source
}

export function encoded(picture: Sharp, target: Decoded): Sharp {
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
