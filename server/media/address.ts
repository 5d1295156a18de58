import { type PictureWidth, pictureWidths } from '../../shared/picture.ts'
import { mediaPath, mediaPrefix, withoutSize } from '../posts/addresses/cms-address.ts'
import type { Signature } from './signature.ts'

/** Which picture of a source is wanted: as it is, of one width, or for link previews. */
export type Measure = 'own' | 'share' | PictureWidth

export type MediaAddress =
  { kind: 'file'; address: URL } | { kind: 'picture'; measure: Measure; from: 'storage' | 'elsewhere'; address: URL }

const longestAddress = 2048

/** Nothing, a way up, also where Windows or a URL parser cuts off what follows the dots, or a control character. */
const noFileName = /^$|\p{Cc}|(^|\\)\.{1,2}\s*($|\\)/u

/** The path of another host's picture on this site: the address itself, and this site's signature to it. */
export function externalPath(address: URL, signature: Signature): string | null {
  return signedPath('external', address, signature)
}

/** The path of a sound, film or file that lies at a host which the operator names as Ghost's storage. */
export function storedPath(address: URL, signature: Signature): string | null {
  return signedPath('stored', address, signature)
}

function signedPath(folder: 'external' | 'stored', { href }: URL, { sign }: Signature): string | null {
  if (href.length > longestAddress) return null
  return `${mediaPrefix}/${folder}/${sign(href)}/${Buffer.from(href).toString('base64url')}`
}

/**
 * Reads a path of this site:
 *
 *     /media/content/(images|media|files)/…          what Ghost has stored
 *     /media/external/<signature>/<base64url>        another host's picture, signed
 *     /media/stored/<signature>/<base64url>          a file at one of `mediaHosts`, signed
 *     /media/(w680|…|share)/(content/images|external)/…   the same pictures in another measure
 *
 * @param path as the client has sent it, percent-encoded
 * @param mediaHosts further hosts of Ghost's storage
 * @returns null for whatever else, a wrong signature included
 */
export function parseMediaPath(
  path: string,
  ghostUrl: string,
  { verify }: Signature,
  mediaHosts: readonly string[] = [],
): MediaAddress | null {
  const [, measureText = '', rest = ''] = /^\/media(?:\/(w\d+|share)(?=\/))?(\/.*)$/s.exec(path) ?? []
  const measure = measureOf(measureText)
  if (measure === null) return null

  const [, folder, signature = '', encoded = ''] = /^\/(external|stored)\/([\w-]+)\/([\w-]+)$/.exec(rest) ?? []
  if (encoded !== '') {
    const text = Buffer.from(encoded, 'base64url').toString()
    // Base64 has several spellings of the same, of which one is enough.
    const spelled = Buffer.from(text).toString('base64url') === encoded
    if (!spelled || text.length > longestAddress || !verify(text, signature)) return null
    const address = new URL(text)
    const isStored = mediaHosts.includes(address.host)
    if (folder === 'stored') return isStored && measure === 'own' ? { kind: 'file', address } : null
    return { kind: 'picture', measure, from: isStored ? 'storage' : 'elsewhere', address }
  }

  const address = storageAddress(ghostUrl, rest)
  if (address === null) return null
  if (rest.startsWith('/content/images/')) return { kind: 'picture', measure, from: 'storage', address }
  return measure === 'own' ? { kind: 'file', address } : null
}

function measureOf(text: string): Measure | null {
  if (text === '') return 'own'
  if (text === 'share') return text
  return pictureWidths.find((width) => text === `w${width}`) ?? null
}

/**
 * Where a path below `/media` leads in Ghost's storage; null for whatever would lead out of it. Decided on the address as
 * it is resolved, since `%2e%2e` climbs as well as `..`. One file has one address: `%61` is `a`, `%2f` is `/`, and Ghost's own
 * sizes are the picture itself, so that nobody can have the same picture made a thousand times under a thousand names.
 */
export function storageAddress(ghostUrl: string, path: string): URL | null {
  // Both as a URL spells them: `https://Ghost.example.com:443` is `https://ghost.example.com`.
  const root = new URL(`${ghostUrl}/`).href.slice(0, -1)
  const address = `${root}${path}`
  if (!URL.canParse(address)) return null
  const { href } = new URL(address)
  const stored = href.slice(root.length)
  if (!href.startsWith(`${root}/`) || !mediaPath.test(stored)) return null
  try {
    // Decoded before it is split, as Ghost does: `..%2f` climbs too.
    const names = decodeURIComponent(stored.replace(/#.*$/, '')).split('/')
    if (names.slice(1).some((name) => noFileName.test(name))) return null
    return new URL(root + withoutSize(names.map(encodeURIComponent).join('/')))
  } catch {
    return null
  }
}
