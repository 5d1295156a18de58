import type { Config } from '../../config/config.ts'
import { createSignature, signedPath } from '../addresses/signed-path.ts'
import type { KeyFor } from '../../config/derived-keys.ts'
import { type AddressRewriter, createAddressRewriter } from '../addresses/cms-address.ts'

/** Names the key that signs external pictures. */
export const pictureKeyPurpose = 'addresses of external pictures'

/** Turns addresses of the CMS, of its storage and of other hosts' pictures into this site's. */
export function createGhostRewriter(
  { mediaHosts }: Pick<Config, 'mediaHosts'>,
  ghostUrl: string,
  keyFor: KeyFor,
): AddressRewriter {
  const signature = createSignature(keyFor(pictureKeyPurpose))
  return createAddressRewriter(ghostUrl, (folder, address) => signedPath(folder, address, signature), mediaHosts)
}
