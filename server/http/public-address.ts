import { BlockList, isIP } from 'node:net'

/**
 * Addresses outside the public internet (IANA's special-purpose registries, RFC 6890), and multicast. In IPv6 only 2000::/3 is
 * public, except protocol assignments and Teredo, documentation, and 6to4, which may contain a private IPv4 address.
 */
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const block of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]) {
  const [network = '', bits] = block.split('/')
  const family = network.includes(':') ? 'ipv6' : 'ipv4'
  special[family].addSubnet(network, Number(bits), family)
}

/**
 * Whether an IP address is on the public internet, rather than this machine or a neighbour.
 *
 * @param address without brackets; invalid addresses are not public
 */
export function isPublicAddress(address: string): boolean {
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  return isIP(address) !== 0 && !special[family].check(address, family)
}

/** Whether a URL's host is this machine or a neighbour. Containers and routers use names without a dot (RFC 6761, 6762, 8375). */
export function isPrivateHost({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(name) !== 0) return !isPublicAddress(name)
  return /^[^.]+$|\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name)
}
