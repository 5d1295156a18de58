import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const notPublic =
  '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 ' +
  '192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 ' +
  '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ' +
  '64:ff9b::7f00:1 64:ff9b:1::1 100::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 2001::1 2001:db8::1 ' +
  '2002:7f00:1::1 3fff::1 localhost 127.1 0x7f000001 [::1] 8.8.8.8:80'
const isPublic =
  '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.169.0.1 198.17.255.255 ' +
  '223.255.255.255 2606:4700::1111 2a04:4e42::1 2001:4860:4860::8888'

it('tells public addresses from others', () => {
  for (const address of ['', ...notPublic.split(' ')])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of isPublic.split(' ')) expect([address, isPublicAddress(address)]).toEqual([address, true])
})
