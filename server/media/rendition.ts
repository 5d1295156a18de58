import type SharpPackage from 'sharp'
import type { ResizeOptions, Sharp } from 'sharp'
import { shareSize, widestPicture } from '../../shared/picture.ts'
import { onDemand } from '../on-demand.ts'
import type { Measure } from './address.ts'
import type { PictureSize } from './picture-sizes.ts'
import { completedWebp } from './cut-webp.ts'
import { formatOf, type ModernFormat, type PictureFormat } from './picture-format.ts'

/** Which form of a picture is wanted; `modern` are the formats that the client takes beside the older ones. */
export type Wanted = { measure: Measure; modern: readonly ModernFormat[] }

export type Rendition = { format: PictureFormat; bytes: Buffer }

/** What rendering leads to; `reason` is for the log. */
export type Rendered = { kind: 'rendered'; rendition: Rendition } | { kind: 'refused'; reason: string }

/** To be raised whenever the same source is to give other bytes: what is stored is then made anew. */
export const recipe = 2

/** Width times height, of all frames: few bytes can unfold to many, and each takes four of them in memory. */
const mostPixels = 50_000_000
const mostAnimatedPixels = 25_000_000
/** WebP holds 16 383 in each direction (RFC 9649 §3.1). */
const tallestPicture = 16_000
const mostSeconds = 20

const load = onDemand<typeof SharpPackage>('sharp')
let onlyKnownFormats = false
let isPrepared = false

/**
 * Takes from libvips whatever else it can read, for the whole process: {@link formatOf} lets nothing else through, but two
 * locks are better than one. Not in development, where the site's own drawings are made by the same library.
 */
export function forbidOtherLoaders(): void {
  onlyKnownFormats = true
}

function prepareSharp() {
  const sharp = load()
  if (isPrepared) return sharp
  isPrepared = true
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
 * the source. Animations stay animated; drawings and icons stay as they are. A damaged picture is shown as far as it goes.
 *
 * @param bytes the source, whatever it may be
 */
export async function render(bytes: Buffer, wanted: Wanted): Promise<Rendered> {
  const format = formatOf(bytes)
  if (format === null) return refused('not a picture')
  if (format === 'svg' || format === 'ico') return asItIs(format, bytes)
  try {
    return await rendered(bytes, format, wanted, 'error')
  } catch (error) {
    const reason = messageOf(error)
    return /^timeout/.test(reason) ? refused(reason) : renderDamaged(bytes, format, wanted)
  }
}

/** The size of a picture, of one frame where it moves; null for a drawing, an icon, and what cannot be read. */
export async function measure(bytes: Buffer): Promise<PictureSize | null> {
  const format = formatOf(bytes)
  if (format === null || format === 'svg' || format === 'ico') return null
  return prepareSharp()(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    )
}

/** Lenient from the start, libvips would show a picture of which it can decode nothing as a black one. */
async function renderDamaged(bytes: Buffer, format: Target, wanted: Wanted): Promise<Rendered> {
  const whole = format === 'webp' ? completedWebp(bytes) : bytes
  try {
    const rendition = await rendered(whole, format, wanted, 'none')
    if (rendition.kind === 'refused') return rendition
    const { channels } = await prepareSharp()(whole, { failOn: 'none', limitInputPixels: mostPixels }).stats()
    return channels.every(({ max }) => max === 0) ? refused('nothing of the picture can be decoded') : rendition
  } catch (error) {
    const fits = prepareSharp()(whole, { failOn: 'none', limitInputPixels: mostPixels }).metadata()
    const isKnown = await fits.then(
      () => true,
      () => false,
    )
    // Of these, browsers show what is there of a picture that libvips cannot decode in part, such as an interlaced one.
    const isShown = (format === 'png' || format === 'webp') && wanted.measure !== 'share'
    return isKnown && isShown ? asItIs(format, bytes) : refused(messageOf(error))
  }
}

/** @param failOn how damaged a picture may be; throws where it is more so */
async function rendered(bytes: Buffer, format: Target, wanted: Wanted, failOn: 'none' | 'error'): Promise<Rendered> {
  const sharp = prepareSharp()
  const metadata = await sharp(bytes, {
    animated: format === 'gif' || format === 'webp',
    failOn: 'none',
    limitInputPixels: false,
  }).metadata()
  const { width, height, pages = 1, pageHeight = height, orientation = 1, hasAlpha } = metadata
  if (width * pageHeight > mostPixels) return refused(`${width} × ${pageHeight} pixels`)
  const moves = pages > 1 && wanted.measure !== 'share'
  if (moves && width * pageHeight * pages > mostAnimatedPixels) {
    // A client draws one frame after the other, as it always did.
    return format === 'gif' ? asItIs(format, bytes) : refused(`${pages} frames of ${width} × ${pageHeight} pixels`)
  }
  // Of a picture that moves, libvips turns no frame.
  const picture = sharp(bytes, { animated: moves, autoOrient: !moves, failOn, limitInputPixels: mostPixels })
    .timeout({ seconds: mostSeconds })
    .resize(
      wanted.measure === 'share'
        ? frameOf(orientation < 5 ? [width, pageHeight] : [pageHeight, width])
        : {
            width: wanted.measure === 'own' ? widestPicture : wanted.measure,
            height: tallestPicture,
            fit: 'inside',
            withoutEnlargement: true,
          },
    )
  const target = targetOf(format, wanted, moves, hasAlpha)
  return { kind: 'rendered', rendition: { format: target, bytes: await encoded(picture, target).toBuffer() } }
}

/** Link previews have one shape: what fills it is cut to it, as networks do themselves, what does not stands on white, whole. */
function frameOf([width, height]: readonly [number, number]): ResizeOptions {
  const isLarge = width >= shareSize.width && height >= shareSize.height
  return { ...shareSize, fit: isLarge ? 'cover' : 'contain', background: '#fff', withoutEnlargement: true }
}

type Target = Exclude<PictureFormat, 'svg' | 'ico'>

/** A client that takes no modern format gets one that every client takes, whatever the source is. */
function targetOf(source: Target, { measure, modern }: Wanted, moves: boolean, hasAlpha: boolean): Target {
  if (measure === 'share') return 'jpeg'
  const chosen = modern.find((format) => format === 'webp' || !moves)
  if (chosen) return chosen
  if (moves) return 'gif'
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function refused(reason: string): Rendered {
  return { kind: 'refused', reason }
}
