import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** IPv4 addresses that are not of the public internet (IANA's special-purpose registry, RFC 6890), and multicast. */
const special = new BlockList()
for (const block of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [network = '', bits] = block.split('/')
  special.addSubnet(network, Number(bits), 'ipv4')
}

/** Only global unicast is public in IPv6 … */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** … less protocol assignments and Teredo, documentation, and 6to4, which may hold a private IPv4 address. */
const specialWithinGlobal = new BlockList()
specialWithinGlobal.addSubnet('2001::', 23, 'ipv6')
specialWithinGlobal.addSubnet('2001:db8::', 32, 'ipv6')
specialWithinGlobal.addSubnet('2002::', 16, 'ipv6')
specialWithinGlobal.addSubnet('3fff::', 20, 'ipv6')

/**
 * Whether an IP address belongs to a host of the public internet, rather than to this machine or its neighbours.
 *
 * @param address as text, without brackets; anything that is no IP address is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  return isIPv6(address) && global.check(address, 'ipv6') && !specialWithinGlobal.check(address, 'ipv6')
}

/** Whether a URL's host is this machine or a neighbour: containers and routers give names without a dot (RFC 6761, 6762, 8375). */
export function isPrivateHost({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(name) !== 0) return !isPublicAddress(name)
  return /^[^.]+$|\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name)
}
