import type { KeyFor } from '../../config/config.ts'
import {
  type AddressRewriter,
  createAddressRewriter,
  createSignature,
  type Folder,
  pictureKeyPurpose,
  signedPath,
} from '../../addresses/addresses.ts'

/** Where a CMS publishes its posts and keeps their files, which the site serves itself. */
export type CmsStorage = {
  /** The CMS's URL, without a slash at the end. */
  url: string
  /** Hosts that hold its files, with their ports if they have one. */
  mediaHosts: readonly string[]
  /** The paths of its files, if the host of `url` is one of `mediaHosts`. Ghost's own paths need no mention. */
  mediaPath?: RegExp
}

/**
 * Turns addresses of a CMS, of its storage and of other hosts' pictures into this site's. The function takes a post's own URL, since a
 * CMS may publish under another host than the one that this site asks.
 */
export function createRewriter({ url, mediaHosts, mediaPath }: CmsStorage, keyFor: KeyFor) {
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const foreignPath = (folder: Folder, address: URL) => signedPath(folder, address, signature)

  /** The signed path of a file; null for any other address, such as a page's. */
  function filePath(folder: Folder, address: string): string | null {
    if (mediaPath === undefined || !URL.canParse(address, url)) return null
    const file = new URL(address, url)
    return mediaHosts.includes(file.host) && mediaPath.test(file.pathname) ? foreignPath(folder, file) : null
  }

  return (postUrl = url): AddressRewriter => {
    const rewrite = createAddressRewriter(url, foreignPath, mediaHosts, postUrl)
    return {
      ...rewrite,
      link: (address, language) => filePath('stored', address) ?? rewrite.link(address, language),
      media: (address) => filePath('stored', address) ?? rewrite.media(address),
      picture: (address) => filePath('external', address) ?? rewrite.picture(address),
    }
  }
}
