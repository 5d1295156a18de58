import type SharpPackage from 'sharp'
import type { OutputInfo, Sharp } from 'sharp'
import { widestPicture } from '../../shared/picture.ts'
import { onDemand } from '../on-demand.ts'
import type { Measure } from './address.ts'
import { formatOf, type ModernFormat, type PictureFormat } from './picture-format.ts'

/** Which form of a picture is wanted; `modern` are the formats that the client takes beside the older ones. */
export type Wanted = { measure: Measure; modern: readonly ModernFormat[] }

export type Rendition = { format: PictureFormat; bytes: Buffer }

/** What rendering leads to; `undecodable`: the decoder was tried and would fail again. `reason` is for the log. */
export type Rendered =
  | { kind: 'rendered'; rendition: Rendition }
  | { kind: 'refused'; reason: string }
  | { kind: 'undecodable'; reason: string }

/** How the process that makes one picture ends where the source is undecodable: EX_DATAERR (sysexits.h). */
export const undecodableExit = 65

/** To be raised whenever the same source is to give other bytes: what is stored is then made anew. */
export const recipe = 1

/** Width times height, of all frames: few bytes can unfold to many. What memory they take, {@link createRenderer} bounds. */
const mostPixels = 50_000_000
const mostAnimatedPixels = 25_000_000
/** WebP holds 16 383 in each direction (RFC 9649 §3.1). */
const tallestPicture = 16_000
const shareWidth = 1200
const mostSeconds = 20
/** Encoding AVIF takes some 36 bytes a pixel, measured; the others take six. */
const mostAvifPixels = 4_000_000

const load = onDemand<typeof SharpPackage>('sharp')
let onlyKnownFormats = false
let prepared: ReturnType<typeof load> | null = null

/**
 * Loads libvips and takes from it whatever else it can read, for the whole process: {@link formatOf} lets nothing else through,
 * but two locks are better than one. Not in development, where the site's own drawings are made by the same library.
 */
export function forbidOtherLoaders(): void {
  onlyKnownFormats = true
  prepared ??= prepareSharp()
}

function prepareSharp() {
  const sharp = load()
  // One thread a picture: several pictures are made side by side, and the rest of the machine answers visitors.
  sharp.concurrency(1)
  sharp.cache(false)
  if (onlyKnownFormats) {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) })
  }
  return sharp
}

/**
 * Makes one form of a picture: upright, in sRGB, without metadata (cameras write down where they were), never larger than
 * the source. Animations stay animated; drawings and icons stay as they are.
 *
 * @param bytes the source, whatever it may be
 */
export async function render(bytes: Buffer, wanted: Wanted): Promise<Rendered> {
  const format = formatOf(bytes)
  if (format === null) return refused('not a picture')
  if (!isDecoded(format)) return asItIs(format, bytes)
  prepared ??= prepareSharp()
  const sharp = prepared
  try {
    const animated = format === 'gif' || format === 'webp'
    const {
      width,
      height,
      pages = 1,
      pageHeight = height,
      hasAlpha,
    } = await sharp(bytes, {
      animated,
      limitInputPixels: false,
    }).metadata()
    if (width * pageHeight > mostPixels) return undecodable(`${width} × ${pageHeight} pixels`)
    if (pages > 1 && width * pageHeight * pages > mostAnimatedPixels) {
      // A client draws one frame after the other, as it always did.
      return format === 'gif'
        ? asItIs(format, bytes)
        : undecodable(`${pages} frames of ${width} × ${pageHeight} pixels`)
    }
    const moves = pages > 1 && wanted.measure !== 'share'
    const picture = sharp(bytes, { animated: moves, autoOrient: true, failOn: 'error', limitInputPixels: mostPixels })
      .timeout({ seconds: mostSeconds })
      .resize({
        width: wanted.measure === 'own' ? widestPicture : wanted.measure === 'share' ? shareWidth : wanted.measure,
        height: tallestPicture,
        fit: 'inside',
        withoutEnlargement: true,
      })
    // A still picture is decoded before it is encoded, so that the memory of both is not taken at once.
    const still = moves ? null : await picture.raw().toBuffer({ resolveWithObject: true })
    const target = targetOf(format, wanted, still && still.info.width * still.info.height, hasAlpha)
    const source = still ? fromPixels(sharp, still).timeout({ seconds: mostSeconds }) : picture
    return { kind: 'rendered', rendition: { format: target, bytes: await encoded(source, target).toBuffer() } }
  } catch (error) {
    return undecodable(error instanceof Error ? error.message : String(error))
  }
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Not with all of `info`: it says `premultiplied` of pixels that no longer are. */
function fromPixels(sharp: typeof SharpPackage, { data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

type Target = Exclude<PictureFormat, 'svg' | 'ico'>

/** Drawings and icons are never decoded here. */
export function isDecoded(format: PictureFormat): format is Target {
  return format !== 'svg' && format !== 'ico'
}

/**
 * A client that takes no modern format gets one that every client takes, whatever the source is.
 *
 * @param pixels of a still picture; null: it moves
 */
function targetOf(source: Target, { measure, modern }: Wanted, pixels: number | null, hasAlpha: boolean): Target {
  if (measure === 'share') return 'jpeg'
  const chosen = modern.find((format) => format === 'webp' || (pixels !== null && pixels <= mostAvifPixels))
  if (chosen) return chosen
  if (pixels === null) return 'gif'
  if (source === 'webp' || source === 'avif') return hasAlpha ? 'png' : 'jpeg'
  return source
}

function encoded(picture: Sharp, target: Target): Sharp {
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

function asItIs(format: PictureFormat, bytes: Buffer): Rendered {
  return { kind: 'rendered', rendition: { format, bytes } }
}

function refused(reason: string): Rendered {
  return { kind: 'refused', reason }
}

export function undecodable(reason: string): Rendered {
  return { kind: 'undecodable', reason }
}
