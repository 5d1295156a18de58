import type { GhostConfig, KeyFor } from '../../config/config.ts'
import {
  createAddressRewriter,
  createSignature,
  type Folder,
  pictureKeyPurpose,
  signedPath,
} from '../../addresses/addresses.ts'

/**
 * Turns addresses of the CMS, of its storage and of other hosts' pictures into this site's. The function takes a post's own URL: Ghost's
 * `url` may differ from the one that this site asks.
 */
export function createGhostRewriter({ url, mediaHosts }: GhostConfig, keyFor: KeyFor) {
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const foreignPath = (folder: Folder, address: URL) => signedPath(folder, address, signature)
  return (postUrl = url) => createAddressRewriter(url, foreignPath, mediaHosts, postUrl)
}

export type GhostRewriter = ReturnType<typeof createGhostRewriter>
