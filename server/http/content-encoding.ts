import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const encodings = ['br', 'gzip', 'identity'] as const

/** How the names of compressed copies end. */
export const suffixes = { br: '.br', gzip: '.gz' } as const

export type Encoding = (typeof encodings)[number]

/** A body in one encoding, with the strong entity tag of exactly these bytes (RFC 9110 §8.8.3). */
type Encoded = { bytes: Buffer; etag: string }

/** A body in every encoding: compressed once, sent many times. */
export type Representation = { type: string; encoded: Record<Encoding, Encoded> }

/** Below this size a compressed body is no smaller on the wire. */
const minBytes = 256

/**
 * A body in every encoding.
 *
 * @param type the Content-Type
 * @param quality Brotli's, 0 to 11: 6 is quick enough for a visitor to wait for, and a tenth larger than 11
 */
export async function encode(body: string | Buffer, type: string, quality = 6): Promise<Representation> {
  const identity = Buffer.from(body)
  if (identity.length < minBytes || !isCompressible(type)) return represent(type, { identity })
  const [br, gz] = await Promise.all([brotli(identity, quality), compressGzip(identity, { level: 9 })])
  return represent(type, { identity, br, gzip: gz })
}

/** The part of an entity tag that is the same in all encodings of a body: 22 characters. */
export function digestOf(type: string, identity: Buffer): string {
  return createHash('sha256').update(type).update(identity).digest('base64url').slice(0, 22)
}

/** A body in the encodings given; in the others it is sent as it is. */
export function represent(type: string, bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }): Representation {
  const hash = digestOf(type, bodies.identity)
  const identity = { bytes: bodies.identity, etag: `"${hash}"` }
  const compressed = (encoding: 'br' | 'gzip') => {
    const bytes = bodies[encoding]
    return bytes === undefined ? identity : { bytes, etag: `"${hash}-${encoding}"` }
  }
  return { type, encoded: { br: compressed('br'), gzip: compressed('gzip'), identity } }
}

/** In bytes of memory. */
export function byteLengthOf({ encoded }: Representation): number {
  return Object.values(encoded).reduce((sum, { bytes }) => sum + bytes.length, 1)
}

function brotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // A window no larger than the text: at 4 MB, the default, each compression takes 30 MB of memory.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
    },
  })
}

/** The size of the sliding window as a power of two (RFC 7932 §9.1) that reaches over so many bytes. */
function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_MAX_WINDOW_BITS: most } = constants
  return Math.min(Math.max(Math.ceil(Math.log2(length + 16)), least), most)
}

/** Whether bodies of this type are ever sent compressed. */
export function isCompressible(type: string): boolean {
  return /^(text\/|application\/(json|javascript|manifest\+json|xml|rss\+xml|opensearchdescription\+xml|feed\+json)|image\/svg\+xml)/.test(
    type,
  )
}

/** The weights in a field of preferences (RFC 9110 §12.4.2), by name in small letters: 1 where none is given, 0 for a malformed one. */
function weightsIn(field: string): Map<string, number> {
  const weights = field.split(',').map((part): [string, number] => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    return [name, weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
  })
  return new Map(weights)
}

/** Browsers send a handful of different fields, and each page asks for its own. */
const preferred = new LRUCache<string, { encoding: Encoding | null }>({ max: 100 })

/**
 * The encoding to send: the client's best-weighted one, ours (br, gzip, identity) among equals.
 *
 * @param accept the Accept-Encoding field, undefined where the client sent none
 * @returns null where the client refuses all of them, `identity` included (RFC 9110 §12.5.3)
 */
export function negotiate(accept: string | undefined): Encoding | null {
  if (accept === undefined) return 'identity'
  const known = preferred.get(accept) ?? { encoding: preferredIn(accept) }
  preferred.set(accept, known)
  return known.encoding
}

function preferredIn(accept: string): Encoding | null {
  const weights = weightsIn(accept.replace(/\bx-gzip\b/gi, 'gzip'))
  // An encoding that is not named has the weight of `*`. Identity is acceptable unless it is excluded, but never preferred.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.0001 : 0)
  const [best] = encodings
    .map((encoding) => ({ encoding, weight: weightOf(encoding) }))
    .sort((a, b) => b.weight - a.weight)
  return best && best.weight > 0 ? best.encoding : null
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The Content-Type of a file of the browser's bundle; undefined for files not meant for it. */
export function typeOfFile(name: string): string | undefined {
  return types[extname(name)]
}
