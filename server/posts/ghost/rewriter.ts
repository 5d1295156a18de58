import type { Config } from '../../config/config.ts'
import { createSignature, signedPath } from '../addresses/signed-path.ts'
import type { KeyFor } from '../../config/derived-keys.ts'
import { type AddressRewriter, createAddressRewriter } from '../addresses/cms-address.ts'

/** Names the key that signs external pictures. */
export const pictureKeyPurpose = 'addresses of external pictures'

/** Plain data, for the process that makes posts; `signingKey` in base64. */
export type RewriterOptions = { ghostUrl: string; siteUrl: string; mediaHosts: readonly string[]; signingKey: string }

export function createRewriterOptions(
  { siteUrl, mediaHosts }: Pick<Config, 'siteUrl' | 'mediaHosts'>,
  ghostUrl: string,
  keyFor: KeyFor,
): RewriterOptions {
  return { ghostUrl, siteUrl, mediaHosts, signingKey: keyFor(pictureKeyPurpose).toString('base64') }
}

/** Turns addresses of the CMS, of its storage and of other hosts' pictures into this site's. */
export function createGhostRewriter({ ghostUrl, mediaHosts, signingKey }: RewriterOptions): AddressRewriter {
  const signature = createSignature(Buffer.from(signingKey, 'base64'))
  return createAddressRewriter(ghostUrl, (folder, address) => signedPath(folder, address, signature), mediaHosts)
}
