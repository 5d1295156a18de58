/**
 * This folder turns addresses of the CMS into addresses of this site. It guarantees that no link or picture leads a visitor to the
 * CMS, and that the site fetches only addresses that it has signed. It knows neither posts nor requests.
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

/** A stored file that a link shows as a picture, not as a download. */
const isPicture = /^[^?#]*\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i

/**
 * `/content/images/size/w600/format/webp/a.png` → `/content/images/a.png`: the site names its own sizes. All sizes in a path are
 * removed, since the CMS reads the first and its storage may read the next.
 */
export function withoutSize(path: string): string {
  return path.replace(/^(\/content\/images\/)(?:size\/[wh]\d+(?:h\d+)?\/(?:format\/\w+\/)*)+/, '$1')
}

/**
 * Turns addresses of the CMS into addresses of this site.
 *
 * @param cms the CMS's public address, without trailing slash
 * @param foreignPath builds this site's path for another host's picture, or for a file of one of `storageHosts`; null if it cannot
 * @param storageHosts further hosts of the CMS's files
 * @param ownUrl a URL that the CMS has built: it may have another host name than `cms`
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

  /** A URL of http or https without a user name or password; null for other addresses. */
  function webAddress(address: string): URL | null {
    if (!URL.canParse(address, root)) return null
    const url = new URL(address, root)
    return /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url : null
  }

  /** This site's path for a file of one of `storageHosts`, with its fragment; null for other addresses. */
  function stored(address: string, folder: Folder): string | null {
    const url = webAddress(address)
    if (url === null || !storageHosts.includes(url.host) || url.pathname === '/') return null
    const { hash } = url
    url.hash = ''
    const path = foreignPath(folder, url)
    return path === null ? null : path + hash
  }

  /**
   * A link to a page of this site or to a stored file. Other addresses only lose Ghost's own `?ref=`, and get https if they name no
   * protocol. Null for a route of the CMS's scripts that this site lacks.
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
    /** The path of an audio, a video or a file; null if it is not in the CMS's storage. */
    media(address: string): string | null {
      const path = pathInCms(address)
      if (path === null) return stored(address, 'stored')
      const file = storedPath(path)
      return file === null ? null : mediaPrefix + file
    },

    /** The path of a picture in the CMS's storage or at another host; null for other addresses. */
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

    /** The permalink of a post's URL, see {@link permalinkPath}; null if the post has none. */
    permalink(address: string): string | null {
      const path = pathInCms(address)
      // Ghost's URL of a post that no route matches.
      return path === null || /^\/(?:404\/?)?$/.test(path) ? null : permalinkPath(path)
    },

    /**
     * The permalink, with its fragment, of a link whose path has no known shape but may be a post's. Such a link leads to the list.
     * Null for other links.
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
 * Ghost adds `?ref=<its host>`, without `www.`, to every outbound link (its setting `outbound_link_tagging`). Everything else stays
 * unchanged: a host may take a re-encoded query for another, and a signature would no longer match.
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
