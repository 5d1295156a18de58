import type { ResizeOptions } from 'sharp'
import { shareSize } from '../../shared/picture.ts'
import { widestPicture } from '../../shared/srcset.ts'
import { encoded, targetOf, type Wanted } from './encoding.ts'
import { mostOriginalBytes } from './original.ts'
import { type Decoded, formatOf, isDecoded, isFormat, type PictureFormat } from './picture-format.ts'
import type { PictureSize } from './picture-sizes.ts'
import { prepareSharp } from './sharp.ts'

/** `size` is null for a drawing, an icon, and what cannot be read. */
export type Rendition = { format: PictureFormat; bytes: Buffer; size: PictureSize | null }

/**
 * The outcome of rendering; `undecodable`: the decoder was tried and would fail again; `unrendered`: there is no decoder, the
 * picture is as it was. `reason` is for the log.
 */
export type Rendered =
  | { kind: 'rendered'; rendition: Rendition }
  | { kind: 'unrendered'; rendition: Rendition; reason: string }
  | { kind: 'refused' | 'undecodable'; reason: string }

type RenditionOutcome = Exclude<Rendered, { kind: 'unrendered' }>

/** To be raised whenever the same original is to give another rendition: stored ones are then made anew. */
export const encoderVersion = 3

/** Width times height, of all frames: few bytes can unfold to many. {@link createPictureProcess} bounds their memory. */
const mostPixels = 50_000_000
const mostAnimatedPixels = 25_000_000
/** WebP holds 16 383 in each direction (RFC 9649 §3.1). */
const tallestPicture = 16_000
const mostSeconds = 20

/**
 * Makes one form of a picture: upright, in sRGB, without metadata (cameras write down where they were), never larger than the
 * source. Animations stay animated; drawings, icons and bitmaps stay as they are. A damaged picture is shown as far as it goes.
 *
 * @param bytes the source, of any kind
 */
export async function render(bytes: Buffer, wanted: Wanted): Promise<RenditionOutcome> {
  const format = formatOf(bytes)
  if (format === null) return { kind: 'refused', reason: 'not a picture' }
  if (!isDecoded(format)) return asItIs(format, bytes)
  // libvips would show the first frame alone.
  if (format === 'png' && isAnimatedPng(bytes) && wanted.variant !== 'share' && !hasMetadata(bytes))
    return asItIs(format, bytes)
  try {
    return await rendered(bytes, format, wanted, 'error')
  } catch (error) {
    const reason = messageOf(error)
    // A second try would be too much again.
    return /^timeout|memory/i.test(reason) ? undecodable(reason) : renderDamaged(bytes, format, wanted)
  }
}

/** Lenient from the start, libvips would show a picture of which it can decode nothing as a black one. */
async function renderDamaged(bytes: Buffer, format: Decoded, wanted: Wanted): Promise<RenditionOutcome> {
  const whole = format === 'webp' ? completedWebp(bytes) : bytes
  try {
    const rendition = await rendered(whole, format, wanted, 'none')
    if (rendition.kind !== 'rendered') return rendition
    const { channels } = await prepareSharp()(whole, { failOn: 'none', limitInputPixels: mostPixels }).stats()
    return channels.every(({ max }) => max === 0) ? undecodable('nothing of the picture can be decoded') : rendition
  } catch (error) {
    const fits = prepareSharp()(whole, { failOn: 'none', limitInputPixels: mostPixels }).metadata()
    const isKnown = await fits.then(
      () => true,
      () => false,
    )
    // Browsers show the part that is there of a PNG or WebP that libvips cannot decode in part, such as an interlaced one.
    const isShown = (format === 'png' || format === 'webp') && wanted.variant !== 'share'
    return isKnown && isShown && !hasMetadata(bytes) ? asItIs(format, bytes) : undecodable(messageOf(error))
  }
}

/** The chunk of an animation comes before the data (PNG, third edition, §11.3.6). */
function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL')
  return control !== -1 && control < bytes.indexOf('IDAT')
}

/** The chunks of PNG and WebP that may hold the place and the author of a picture. */
const metadataChunks = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'EXIF', 'XMP ']

function hasMetadata(bytes: Buffer): boolean {
  return metadataChunks.some((name) => bytes.includes(name))
}

/** @param failOn how damaged a picture may be; throws where it is more so */
async function rendered(
  bytes: Buffer,
  format: Decoded,
  wanted: Wanted,
  failOn: 'none' | 'error',
): Promise<RenditionOutcome> {
  const sharp = prepareSharp()
  const metadata = await sharp(bytes, {
    animated: format === 'gif' || format === 'webp',
    failOn: 'none',
    limitInputPixels: false,
  }).metadata()
  const { width, height, pages = 1, pageHeight = height, orientation = 1, hasAlpha } = metadata
  if (width * pageHeight > mostPixels) return undecodable(`${width} × ${pageHeight} pixels`)
  const moves = pages > 1 && wanted.variant !== 'share'
  if (moves && width * pageHeight * pages > mostAnimatedPixels) {
    // A client draws one frame after the other, as it always did.
    return format === 'gif' || !hasMetadata(bytes)
      ? asItIs(format, bytes)
      : undecodable(`${pages} frames of ${width} × ${pageHeight} pixels`)
  }
  // Libvips turns no frame of a picture that moves.
  const picture = sharp(bytes, { animated: moves, autoOrient: !moves, failOn, limitInputPixels: mostPixels })
    .timeout({ seconds: mostSeconds })
    .resize(
      wanted.variant === 'share'
        ? frameOf(orientation < 5 ? [width, pageHeight] : [pageHeight, width])
        : {
            width: wanted.variant === 'own' ? widestPicture : wanted.variant,
            height: tallestPicture,
            fit: 'inside',
            withoutEnlargement: true,
          },
    )
  // A still picture is decoded before it is encoded, so that the memory of both is not taken at once.
  const still = moves ? null : await picture.raw().toBuffer({ resolveWithObject: true })
  const target = targetOf(format, wanted, still && still.info.width * still.info.height, hasAlpha)
  // Not with all of `info`: it says `premultiplied` of pixels that no longer are.
  const raw = still && { width: still.info.width, height: still.info.height, channels: still.info.channels }
  const source = still && raw ? sharp(still.data, { raw }).timeout({ seconds: mostSeconds }) : picture
  const { data, info } = await encoded(source, target).toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.pageHeight ?? info.height }
  return { kind: 'rendered', rendition: { format: target, bytes: data, size } }
}

/** Link previews have one shape: a picture that fills it is cut, as networks do themselves; others stand on white, whole. */
function frameOf([width, height]: readonly [number, number]): ResizeOptions {
  const isLarge = width >= shareSize.width && height >= shareSize.height
  return { ...shareSize, fit: isLarge ? 'cover' : 'contain', background: '#fff', withoutEnlargement: true }
}

async function asItIs(format: PictureFormat, bytes: Buffer): Promise<RenditionOutcome> {
  return { kind: 'rendered', rendition: { format, bytes, size: isDecoded(format) ? await sizeOf(bytes) : null } }
}

async function sizeOf(bytes: Buffer): Promise<PictureSize | null> {
  return prepareSharp()(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    )
}

/** The line in front of a rendition's bytes, for the process that has asked for it. */
export function headOf({ format, size }: Rendition): string {
  return `${JSON.stringify({ format, ...size })}\n`
}

/** Reads a process's output; null where that is no head and a picture. */
export function parseRendition(output: Buffer): Rendition | null {
  const [, head = '', format = '', width, height] =
    /^(\{"format":"(\w+)"(?:,"width":(\d{1,5}),"height":(\d{1,5}))?\}\n)/.exec(output.toString('latin1', 0, 80)) ?? []
  if (!isFormat(format)) return null
  const size = width === undefined ? null : { width: Number(width), height: Number(height) }
  return { format, bytes: output.subarray(head.length), size }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function undecodable(reason: string): RenditionOutcome {
  return { kind: 'undecodable', reason }
}

/**
 * A WebP that ends too early, filled up to the end of the chunk that it ends in: libwebp decodes a picture of which data are
 * wrong, but reads no file that is shorter than it says.
 *
 * @param bytes of a RIFF file
 */
function completedWebp(bytes: Buffer): Buffer {
  let end = 12
  while (end + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(end + 4)
    // Chunks have an even length (RFC 9649, §2.3).
    end += 8 + size + (size % 2)
  }
  // A length that no original may have would only take memory.
  if (end > mostOriginalBytes) return bytes
  const whole = Buffer.alloc(end)
  bytes.copy(whole)
  whole.writeUInt32LE(end - 8, 4)
  return whole
}
