import { ghostWidths } from '../../shared/picture.ts'
import { decoded } from '../../shared/site-map.ts'
import { withoutSize } from '../posts/addresses/cms-address.ts'
import { mediaPath } from '../posts/addresses/ghost-url.ts'
import { maxAddress, type Signature } from '../posts/addresses/signed-path.ts'

export type MediaAddress = { kind: 'picture' | 'file'; from: 'storage' | 'external'; address: URL }

/** Nothing, a way up, also where Windows or a URL parser cuts off what follows the dots, or a control character. */
const noFileName = /^$|\p{Cc}|(^|\\)\.{1,2}\s*($|\\)/u

/** The sizes that our own pages name; any other leads to the picture itself, so that it has few addresses. */
const offeredSize = new RegExp(
  String.raw`^/content/images/(size/(?:w(?:${ghostWidths.join('|')})/format/webp|w1200/format/jpeg)/)`,
)

/**
 * Reads a path of this site:
 *
 *     /media/content/(images|media|files)/…          what Ghost has stored
 *     /media/content/images/size/w600/format/webp/…  a picture that Ghost resizes
 *     /media/external/<signature>/<base64url>        another host's picture, signed
 *     /media/stored/<signature>/<base64url>          a file at one of `mediaHosts`, signed
 *     /media/(w680|…|share)/…                        addresses of earlier versions: the picture itself
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
  const [, rest = ''] = /^\/media(?:\/(?:w\d+|share)(?=\/))?(\/.*)$/s.exec(path) ?? []
  const [, folder, signature = '', encoded = ''] = /^\/(external|stored)\/([\w-]+)\/([\w-]+)$/.exec(rest) ?? []
  if (encoded !== '') {
    const text = Buffer.from(encoded, 'base64url').toString()
    // Base64 has several spellings of the same text; only one is accepted.
    const isCanonical = Buffer.from(text).toString('base64url') === encoded
    if (!isCanonical || text.length > maxAddress || !verify(text, signature)) return null
    const address = parseUrl(text)
    if (address === null) return null
    const isStored = mediaHosts.includes(address.host)
    if (folder === 'stored') return isStored ? { kind: 'file', from: 'storage', address } : null
    return { kind: 'picture', from: isStored ? 'storage' : 'external', address }
  }
  const address = storageAddress(ghostUrl, rest)
  if (address === null) return null
  return { kind: rest.startsWith('/content/images/') ? 'picture' : 'file', from: 'storage', address }
}

/** Null for a text that is no URL, whatever `URL.canParse` says of it. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Where a path below `/media` leads in Ghost's storage; null for one that would lead out of it. Decided on the address as
 * it is resolved, since `%2e%2e` climbs as well as `..`. One file has one address: `%61` is `a`, `%2f` is `/`.
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
  const canonical = names.map(encodeName).join('/')
  const [, size = ''] = offeredSize.exec(canonical) ?? []
  return new URL(root + withoutSize(canonical).replace('/content/images/', `/content/images/${size}`))
}

/** Ghost resizes nothing whose name is encoded more than it needs to be. */
function encodeName(name: string): string {
  return encodeURI(name).replace(/[?#]/g, encodeURIComponent)
}
