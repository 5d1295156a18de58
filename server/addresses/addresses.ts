/**
 * Which address of this site stands for an address of the CMS. It guarantees that no link or picture leads a visitor to the CMS, and
 * that the site fetches only the addresses that it has signed. It knows neither posts nor requests.
 */

import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { createGhostUrls, storedPath } from './ghost-url.ts'
import { type Folder, mediaPrefix } from './signed-path.ts'
import { isScriptRoute, permalinkPath, scriptRoutePath, sitePath } from './site-path.ts'

export { hasStrayGhostUrl, mediaPath } from './ghost-url.ts'
export {
  createSignature,
  type Folder,
  maxAddress,
  pictureKeyPurpose,
  type Signature,
  signedPath,
} from './signed-path.ts'
export { isScriptRoute, permalinkMark, permalinkPath, sitePath } from './site-path.ts'

/** Ghost's routes make permalinks of slugs, dates and ids. */
const isPermalink = /^(?:\/[a-z0-9_-]+)+$/

/** A stored file that a link shows as a picture, not as a file to be kept. */
const isPicture = /^[^?#]*\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i

/**
 * `/content/images/size/w600/format/webp/a.png` → `/content/images/a.png`: the site makes its own sizes. All of them go,
 * since the CMS reads one and its storage may read the next.
 */
export function withoutSize(path: string): string {
  return path.replace(/^(\/content\/images\/)(?:size\/[wh]\d+(?:h\d+)?\/(?:format\/\w+\/)*)+/, '$1')
}

/**
 * Turns addresses of the CMS into addresses of this site, so that no link or picture leads a visitor to the CMS.
 *
 * @param cms the CMS's public address, without trailing slash
 * @param foreignPath where this site shows a picture of another host, or serves a file of one of `storageHosts`
 * @param storageHosts further hosts that hold the CMS's files
 * @param ownUrl an address at the CMS by its own name
 */
export function createAddressRewriter(
  cms: string,
  foreignPath: (folder: Folder, address: URL) => string | null = () => null,
  storageHosts: readonly string[] = [],
  ownUrl = cms,
) {
  const root = new URL(`${cms}/`)
  const names: [URL, URL] = [root, URL.canParse(ownUrl) ? new URL(ownUrl) : root]
  const pathInCms = createGhostUrls(names, storageHosts)

  /** An address on the web that a visitor may read, without login; null for any other. */
  function webAddress(address: string): URL | null {
    if (!URL.canParse(address, root)) return null
    const url = new URL(address, root)
    return /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url : null
  }

  /** A file at one of the further hosts, as a picture or as it is, with its fragment; null for any other address. */
  function stored(address: string, folder: Folder): string | null {
    const url = webAddress(address)
    if (url === null || !storageHosts.includes(url.host) || url.pathname === '/') return null
    const { hash } = url
    url.hash = ''
    const path = foreignPath(folder, url)
    return path === null ? null : path + hash
  }

  /**
   * A link to a page of this site or to a stored file; any other address unchanged, less Ghost's own `?ref=`, and over https
   * where it names no protocol. Null for what the CMS's scripts would do and this site does not.
   */
  function link(address: string, language: Language): string | null {
    const path = pathInCms(address)
    if (path !== null && isScriptRoute(path)) return scriptRoutePath(path, language)
    if (path === null || address.startsWith('#')) {
      const own = stored(address, isPicture.test(address) ? 'external' : 'stored')
      return own ?? withoutReferral(address.replace(/^\/\/(?=\w)/, 'https://'), names)
    }
    const file = storedPath(path)
    if (file !== null) return mediaPrefix + file
    return sitePath(path, language) ?? localise(pathOf('blog'), language)
  }

  return {
    /** A sound, film or file; null if it is not the CMS's, or not in its storage. */
    media(address: string): string | null {
      const path = pathInCms(address)
      if (path === null) return stored(address, 'stored')
      const file = storedPath(path)
      return file === null ? null : mediaPrefix + file
    },

    /** A picture, wherever it is: from the CMS's storage or from another host; null for what is neither. */
    picture(address: string): string | null {
      const path = pathInCms(address)
      if (path !== null) {
        const file = storedPath(path)
        return file === null ? null : mediaPrefix + withoutSize(file)
      }
      const url = webAddress(address)
      if (url === null) return null
      url.hash = ''
      return foreignPath('external', url)
    },

    /** The path of a post's own address, in one spelling; null if it has none. */
    permalink(address: string): string | null {
      const path = pathInCms(address)
      // Ghost's address of a post that no route takes.
      return path === null || /^\/(?:404\/?)?$/.test(path) ? null : permalinkPath(path)
    },

    /**
     * For a link that leads to the list because its path has no known shape, but may be a post's: the path in the spelling of
     * permalinks, with the fragment. Null for any other link.
     */
    unknownPath(address: string, language: Language): string | null {
      const path = address.startsWith('#') ? null : pathInCms(address)
      if (path === null || storedPath(path) !== null || isScriptRoute(path) || sitePath(path, language) !== null)
        return null
      const permalink = permalinkPath(path)
      return isPermalink.test(permalink) ? permalink + new URL(path, root).hash : null
    },

    link,
  }
}

export type AddressRewriter = ReturnType<typeof createAddressRewriter>

/**
 * Ghost adds `?ref=<its host>`, without `www.`, to every outbound link (its setting `outbound_link_tagging`). All the rest stays to the letter:
 * a query that is spelled anew may be another one to its host, and breaks a signature.
 */
function withoutReferral(address: string, names: readonly URL[]): string {
  const hosts = names.flatMap(({ host, hostname }) => [host, hostname, hostname.replace(/^www\./, '')])
  const [, page = '', query = '', part = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(address) ?? []
  const pairs = query.split('&')
  const kept = pairs.filter((pair) => {
    const from = /^ref=/.test(pair) ? new URLSearchParams(pair).get('ref') : null
    return from === null || !hosts.includes(from)
  })
  if (kept.length === pairs.length) return address
  return page + (kept.length === 0 ? '' : `?${kept.join('&')}`) + part
}
