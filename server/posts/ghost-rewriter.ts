import { externalPath, storedPath } from '../media/address.ts'
import { createSignature } from '../media/signature.ts'
import { type AddressRewriter, createAddressRewriter } from './cms-address.ts'

/** Plain data, which threads may be sent; `signingKey` in base64. */
export type RewriterOptions = { ghostUrl: string; siteUrl: string; mediaHosts: readonly string[]; signingKey: string }

/** Turns addresses of the CMS, of its storage and of other hosts' pictures into this site's. */
export function createGhostRewriter({ ghostUrl, siteUrl, mediaHosts, signingKey }: RewriterOptions): AddressRewriter {
  const signature = createSignature(Buffer.from(signingKey, 'base64'))
  return createAddressRewriter(ghostUrl, siteUrl, (address) => externalPath(address, signature), {
    hosts: mediaHosts,
    path: (address) => storedPath(address, signature),
  })
}
