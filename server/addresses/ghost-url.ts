import { isPrivateHost } from '../http/public-address.ts'
import { isScriptRoute, sitePath } from './site-path.ts'

/** Ghost's own placeholder for its URL. Ghost replaces it in most fields, but not in all. */
const placeholder = /^\s*(?:(?:https?:)?\/\/)?__GHOST_URL__(?=[/?#]|\s*$)/i

/** Ghost's port unless its operator names another. */
const ghostPort = '2368'

/** The folders of Ghost's storage that hold posts' files. */
export const mediaPath = /^\/content\/(images|media|files)\/[^?#\\]+(#[^\\]*)?$/

/** The path of a stored file, with its fragment. The query is removed: it names no other file. Null for other paths. */
export function storedPath(path: string): string | null {
  const plain = path.replace(/\?[^#]*/, '')
  return mediaPath.test(plain) ? plain : null
}

/** A host with its port, unless that is 80 or 443. */
function placeOf({ host }: URL): string {
  return host.replace(/:(?:80|443)$/, '').replace(/\.(?=:|$)/, '')
}

/**
 * Recognises Ghost's URLs in all their spellings: any scheme, Ghost's placeholder, and private hosts. A post that was written while
 * Ghost had another URL may name `localhost`, a container or an address of a private network.
 *
 * @param names Ghost's root, with a slash at the end, and URLs with other names of the same Ghost
 * @param storageHosts hosts that are Ghost's storage, so not Ghost
 * @returns a function: the part of an address after Ghost's root, `/slug/?a=b`; null for another site's address
 */
export function createGhostUrls(names: readonly [URL, ...URL[]], storageHosts: readonly string[]) {
  const [root] = names
  const own = names.map(placeOf)
  return (address: string): string | null => {
    const written = address.replace(placeholder, root.href.slice(0, -1))
    if (!URL.canParse(written, root)) return null
    const url = new URL(written, root)
    const isOwn = own.includes(placeOf(url))
    const isPrivate = /^https?:$/.test(url.protocol) && isPrivateHost(url) && !storageHosts.includes(url.host)
    // If Ghost is in a folder, the folder itself may lack its slash.
    if (`${url.pathname}/` === root.pathname) url.pathname = root.pathname
    const isBelow = url.pathname.startsWith(root.pathname)
    // An earlier Ghost may have had no folder.
    if (isOwn ? !isBelow : !isPrivate) return null
    const path = `/${url.pathname.slice(isBelow ? root.pathname.length : 1)}${url.search}${url.hash}`
    return isOwn || url.port === ghostPort || hasKnownShape(path) ? path : null
  }
}

/** Whether a path is one of Ghost's or of this site. The root may be any program's. */
function hasKnownShape(path: string): boolean {
  const isRoot = /^\/(?:[?#]|$)/.test(path)
  return storedPath(path) !== null || isScriptRoute(path) || (!isRoot && sitePath(path, 'fr') !== null)
}

/** An attribute may contain `>`, as in a picture's description. */
const startTag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi
const addressAttribute = /\s(?:data|href|poster|src|srcset|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

/**
 * Whether HTML has Ghost's placeholder, or a URL of a Ghost at a private host that has none of `names`. The author should correct
 * that.
 */
export function hasStrayGhostUrl(html: string, names: readonly URL[]): boolean {
  const root = new URL('https://ghost.invalid/')
  const pathIn = createGhostUrls([root], [])
  const own = names.map(placeOf)
  const tags = (html.match(startTag) ?? []).join(' ')
  const attributes = (tags.match(addressAttribute) ?? []).join(' ')
  const urls = attributes.match(/(?:https?:)?\/\/[^\s"'<>()]+|__GHOST_URL__/gi) ?? []
  return urls.some((url) => pathIn(url) !== null && !own.includes(placeOf(new URL(url, root))))
}
