import { type PictureWidth, pictureWidths } from '../../shared/srcset.ts'
import { decoded } from '../../shared/site-map.ts'
import { mediaPath, withoutSize } from '../posts/addresses/cms-address.ts'
import { longestAddress, type Signature } from '../posts/addresses/signed-path.ts'

/** Which variant of a picture is wanted: in its own size, of one width, or for link previews. */
export type Variant = 'own' | 'share' | PictureWidth

export type MediaAddress =
  { kind: 'file'; address: URL } | { kind: 'picture'; variant: Variant; from: 'storage' | 'external'; address: URL }

/** Nothing, a way up, also where Windows or a URL parser cuts off what follows the dots, or a control character. */
const noFileName = /^$|\p{Cc}|(^|\\)\.{1,2}\s*($|\\)/u

/**
 * Reads a path of this site:
 *
 *     /media/content/(images|media|files)/…          what Ghost has stored
 *     /media/external/<signature>/<base64url>        another host's picture, signed
 *     /media/stored/<signature>/<base64url>          a file at one of `mediaHosts`, signed
 *     /media/(w680|…|share)/(content/images|external)/…   the same pictures in another variant
 *
 * @param path as the client has sent it, percent-encoded
 * @param mediaHosts further hosts of Ghost's storage
 * @returns null for any other path, and for a wrong signature
 */
export function parseMediaPath(
  path: string,
  ghostUrl: string,
  { verify }: Signature,
  mediaHosts: readonly string[] = [],
): MediaAddress | null {
  const [, variantText = '', rest = ''] = /^\/media(?:\/(w\d+|share)(?=\/))?(\/.*)$/s.exec(path) ?? []
  const variant = variantOf(variantText)
  if (variant === null) return null

  const [, folder, signature = '', encoded = ''] = /^\/(external|stored)\/([\w-]+)\/([\w-]+)$/.exec(rest) ?? []
  if (encoded !== '') {
    const text = Buffer.from(encoded, 'base64url').toString()
    // Base64 has several spellings of the same text; only one is accepted.
    const spelled = Buffer.from(text).toString('base64url') === encoded
    if (!spelled || text.length > longestAddress || !verify(text, signature)) return null
    const address = parseUrl(text)
    if (address === null) return null
    const isStored = mediaHosts.includes(address.host)
    if (folder === 'stored') return isStored && variant === 'own' ? { kind: 'file', address } : null
    return { kind: 'picture', variant, from: isStored ? 'storage' : 'external', address }
  }

  const address = storageAddress(ghostUrl, rest)
  if (address === null) return null
  if (rest.startsWith('/content/images/')) return { kind: 'picture', variant, from: 'storage', address }
  return variant === 'own' ? { kind: 'file', address } : null
}

/** Null for a text that is no URL, whatever `URL.canParse` says of it. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function variantOf(text: string): Variant | null {
  if (text === '') return 'own'
  if (text === 'share') return text
  return pictureWidths.find((width) => text === `w${width}`) ?? null
}

/**
 * Where a path below `/media` leads in Ghost's storage; null for one that would lead out of it. Decided on the address as
 * it is resolved, since `%2e%2e` climbs as well as `..`. One file has one address: `%61` is `a`, `%2f` is `/`, and Ghost's own
 * sizes are the picture itself, so that a picture cannot be made a thousand times under a thousand names.
 */
export function storageAddress(ghostUrl: string, path: string): URL | null {
  // Both as a URL spells them: `https://Ghost.example.com:443` is `https://ghost.example.com`.
  const root = new URL(`${ghostUrl}/`).href.slice(0, -1)
  const address = `${root}${path}`
  const href = parseUrl(address)?.href ?? ''
  const stored = href.slice(root.length)
  if (!href.startsWith(`${root}/`) || !mediaPath.test(stored)) return null
  // Decoded before it is split, as Ghost does: `..%2f` climbs too.
  const names = decoded(stored.replace(/#.*$/, ''))?.split('/')
  if (names === undefined || names.slice(1).some((name) => noFileName.test(name))) return null
  return new URL(root + withoutSize(names.map(encodeURIComponent).join('/')))
}
