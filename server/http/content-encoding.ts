import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const encodings = ['br', 'gzip', 'identity'] as const

/** File extensions of compressed copies. */
export const suffixes = { br: '.br', gzip: '.gz' } as const

export type Encoding = (typeof encodings)[number]

/** A body in one encoding, with a strong entity tag of these bytes (RFC 9110 §8.8.3). */
type Encoded = { bytes: Buffer; etag: string }

/** A body in every encoding: compressed once, sent many times. */
export type Representation = { type: string; encoded: Record<Encoding, Encoded> }

/** Compression does not make smaller bodies smaller on the wire. */
const minBytes = 256

/**
 * Encodes a body in every encoding.
 *
 * @param type the Content-Type
 * @param quality of Brotli, 0 to 11. At 6, a visitor can wait for it, and the result is a tenth larger than at 11.
 */
export async function encode(body: string | Buffer, type: string, quality = 6): Promise<Representation> {
  const identity = Buffer.from(body)
  if (identity.length < minBytes || !isCompressible(type)) return represent(type, { identity })
  const [br, gz] = await Promise.all([brotli(identity, quality), compressGzip(identity, { level: 9 })])
  return represent(type, { identity, br, gzip: gz })
}

/** The part of an entity tag that all encodings of a body share: 22 characters. */
export function digestOf(type: string, identity: Buffer): string {
  return createHash('sha256').update(type).update(identity).digest('base64url').slice(0, 22)
}

/** Builds a representation. An encoding that is not given uses the identity bytes. */
export function represent(type: string, bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }): Representation {
  const hash = digestOf(type, bodies.identity)
  const identity = { bytes: bodies.identity, etag: `"${hash}"` }
  const compressed = (encoding: 'br' | 'gzip') => {
    const bytes = bodies[encoding]
    return bytes === undefined ? identity : { bytes, etag: `"${hash}-${encoding}"` }
  }
  return { type, encoded: { br: compressed('br'), gzip: compressed('gzip'), identity } }
}

/** The memory that a representation takes, in bytes. */
export function byteLengthOf({ encoded }: Representation): number {
  return Object.values(encoded).reduce((sum, { bytes }) => sum + bytes.length, 1)
}

function brotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // The window need not exceed the text. With the default of 4 MB, each compression takes 30 MB of memory.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
    },
  })
}

/** The smallest sliding window, as a power of two, that covers `length` bytes (RFC 7932 §9.1). */
function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: min, BROTLI_MAX_WINDOW_BITS: max } = constants
  return Math.min(Math.max(Math.ceil(Math.log2(length + 16)), min), max)
}

/** Whether bodies of this type may be compressed. */
export function isCompressible(type: string): boolean {
  return /^(text\/|application\/(json|javascript|manifest\+json|xml|rss\+xml|opensearchdescription\+xml|feed\+json)|image\/svg\+xml)/.test(
    type,
  )
}

/** Weights of an Accept-* header by lower-case name (RFC 9110 §12.4.2): 1 if missing, 0 if malformed. */
function weightsIn(field: string): Map<string, number> {
  const weights = field.split(',').map((part): [string, number] => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    return [name, weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
  })
  return new Map(weights)
}

/** Caches parsed headers: browsers send only a handful of different ones. */
const preferred = new LRUCache<string, { encoding: Encoding | null }>({ max: 100 })

/**
 * Chooses the encoding with the client's highest weight. Equal weights are decided by our order: br, gzip, identity.
 *
 * @param accept the Accept-Encoding header
 * @returns null if the client refuses all of them, `identity` included (RFC 9110 §12.5.3)
 */
export function negotiate(accept: string | undefined): Encoding | null {
  if (accept === undefined) return 'identity'
  const known = preferred.get(accept) ?? { encoding: preferredIn(accept) }
  preferred.set(accept, known)
  return known.encoding
}

function preferredIn(accept: string): Encoding | null {
  const weights = weightsIn(accept.replace(/\bx-gzip\b/gi, 'gzip'))
  // An encoding without a weight has that of `*`. Identity is acceptable unless it is excluded, but never preferred.
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

/** The Content-Type of a file in the browser's bundle; undefined if browsers do not need it. */
export function typeOfFile(name: string): string | undefined {
  return types[extname(name)]
}
