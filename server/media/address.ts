import { ghostWidths } from '../../shared/picture.ts'
import { decoded } from '../../shared/site-map.ts'
import { maxAddress, mediaPath, type Signature, withoutSize } from '../addresses/addresses.ts'

export type MediaAddress = { kind: 'picture' | 'file'; from: 'storage' | 'external'; address: URL }

/** Empty names, names with control characters, and `..` in every form that Windows or a URL parser accepts. */
const noFileName = /^$|\p{Cc}|(^|\\)\.{1,2}\s*($|\\)/u

/** The sizes that our pages use. Other sizes lead to the original, so that a picture has few URLs. */
const offeredSize = new RegExp(
  String.raw`^/content/images/(size/(?:w(?:${ghostWidths.join('|')})/format/webp|w1200/format/jpeg)/)`,
)

/**
 * Parses a media path:
 *
 *     /media/content/(images|media|files)/…          a file in Ghost's storage
 *     /media/content/images/size/w600/format/webp/…  a picture that Ghost resizes
 *     /media/external/<signature>/<base64url>        another host's picture, signed
 *     /media/stored/<signature>/<base64url>          a file at one of `mediaHosts`, signed
 *     /media/(w680|…|share)/…                        URLs of earlier versions: the original
 *
 * @param path percent-encoded, as the client sent it
 * @param mediaHosts further hosts of Ghost's storage
 * @returns null for other paths, and for wrong signatures
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
    // Several base64 texts decode to the same text; only the canonical one is accepted.
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

/** Null if invalid. `URL.canParse` also accepts some texts that `new URL` rejects. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * The URL in Ghost's storage of a path below `/media`; null if it would leave the storage. The resolved URL is checked, since
 * `%2e%2e` works like `..`. Each file has one URL: `%61` is `a`, `%2f` is `/`.
 */
export function storageAddress(ghostUrl: string, path: string): URL | null {
  // Normalized, for the comparison: `https://Ghost.example.com:443` is `https://ghost.example.com`.
  const root = new URL(`${ghostUrl}/`).href.slice(0, -1)
  const address = `${root}${path}`
  const href = parseUrl(address)?.href ?? ''
  const stored = href.slice(root.length)
  if (!href.startsWith(`${root}/`) || !mediaPath.test(stored)) return null
  // Decoded before splitting, like in Ghost: `..%2f` works like `../`.
  const names = decoded(stored.replace(/#.*$/, ''))?.split('/')
  if (names === undefined || names.slice(1).some((name) => noFileName.test(name))) return null
  const canonical = names.map(encodeName).join('/')
  const [, size = ''] = offeredSize.exec(canonical) ?? []
  return new URL(root + withoutSize(canonical).replace('/content/images/', `/content/images/${size}`))
}

/** Ghost does not resize pictures whose name is encoded more than necessary. */
function encodeName(name: string): string {
  return encodeURI(name).replace(/[?#]/g, encodeURIComponent)
}
