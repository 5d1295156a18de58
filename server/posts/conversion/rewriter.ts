import type { KeyFor } from '../../config/config.ts'
import {
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
  /** Further hosts that hold its files, with their ports if they have one. */
  mediaHosts: readonly string[]
}

/**
 * Turns addresses of a CMS, of its storage and of other hosts' pictures into this site's. The function takes a post's own URL, since a
 * CMS may publish under another host than the one that this site asks.
 */
export function createRewriter({ url, mediaHosts }: CmsStorage, keyFor: KeyFor) {
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const foreignPath = (folder: Folder, address: URL) => signedPath(folder, address, signature)
  return (postUrl = url) => createAddressRewriter(url, foreignPath, mediaHosts, postUrl)
}
