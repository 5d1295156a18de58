import { expect, it } from 'vitest'
import { parseMediaPath, storageAddress } from './address.ts'
import { createSignature, signedPath } from '../addresses/signed-path.ts'

it.each([
  ...['/%2e%2e/%2e%2e/ghost/api/admin/site', '/.%2e/.%2E/members/api/member', '/../../ghost/', '/..', '/..%2f'],
  ...['/a%2f..%2f..%2f..%2fghost', '/..%5c..%5cghost', '\\..\\..\\ghost', '/%2e%2e/%2e%2e/ghost'],
  ...['/', '//a.png', '/2026//a.png', '/2026/', '/a.png?x=1', '/..%00', '/..%20', '/a%00.png', '/%ff.png'],
])('the picture path %s is not an address in the CMS', (path) => {
  expect(storageAddress('https://ghost.example.com', `/content/images${path}`)).toBeNull()
  expect(storageAddress('https://example.com/journal', `/content/images${path}`)).toBeNull()
})

it.each(['/content/themes/a.png', '/ghost/api/admin/site', '@example.com/content/images/a.png', ''])(
  'the path %s is not an address in the CMS',
  (path) => {
    expect(storageAddress('https://ghost.example.com', path)).toBeNull()
    expect(storageAddress('https://example.com/journal', path)).toBeNull()
  },
)

it.each([
  ['https://ghost.example.com', '/content/images/2026/11/a.png'],
  ['https://example.com/journal', '/content/files/2026/11/plan%20B.pdf'],
  ['https://ghost.example.com', '/content/images/a/b%252e.png'],
])('with Ghost at %s the path %s is a stored file', (ghost, path) => {
  expect(storageAddress(ghost, path)?.href).toBe(ghost + path)
})

it.each([
  ...['%61.png', './a.png', '2026/../a.png', 'a.png#b'],
  ...['size/w600/a.png', 'size/w600h400/format/webp/a.png', '%73ize/w600/a.png', 'size/w600/size/w300/a.png'],
  ...['size%2Fw600%2fa.png', 'size/w600%2Fsize%2Fh300/a.png'],
])('%s is the same picture as a.png', (name) => {
  const images = 'https://ghost.example.com/content/images/'
  expect(storageAddress('https://ghost.example.com', `/content/images/${name}`)?.href).toBe(`${images}a.png`)
})

it.each([
  ['https://ghost.example.com', '/content/images/2026%2f11%2Fa.png', '2026/11/a.png'],
  ['HTTPS://Ghost.example.com:443', '/content/images/a.png', 'a.png'],
])('finds the stored file in any encoding, and decodes an escaped slash like Ghost: %s%s', (ghost, path, name) => {
  expect(storageAddress(ghost, path)?.href).toBe(`https://ghost.example.com/content/images/${name}`)
})

const key = Buffer.from('0123456789abcdef0123456789')
const signature = createSignature(key)
const parse = (path: string) => {
  const parsed = parseMediaPath(path, 'https://ghost.example.com', signature)
  return parsed && { ...parsed, address: parsed.address.href }
}
const outside = 'https://images.example.org/photo?w=2000&fm=jpg'
const signed = String(signedPath('external', new URL(outside), signature))

it.each<[path: string, name: string]>([
  ['/media/content/images/a.png', 'a.png'],
  ['/media/w320/content/images/a.png', 'a.png'],
  ['/media/content/images/size/w601/a.png', 'a.png'],
  ...[600, 1000, 1200, 1600, 2400].map((width) => {
    const name = `size/w${width}/format/webp/a.png`
    return [`/media/content/images/${name}`, name] satisfies [string, string]
  }),
  ['/media/content/images/size/w1200/format/jpeg/a%2Bb.png', 'size/w1200/format/jpeg/a+b.png'],
])('%s is the stored picture %s', (path, name) => {
  const address = `https://ghost.example.com/content/images/${name}`
  expect(parse(path)).toEqual({ kind: 'picture', from: 'storage', address })
})

it.each([signed, signed.replace('/media/', '/media/w680/')])('%s is another host’s picture', (path) => {
  expect(parse(path)).toEqual({ kind: 'picture', from: 'external', address: outside })
})

it.each(['/content/media/a.mp4', '/content/files/a.png'])('/media%s is a file', (path) => {
  const address = `https://ghost.example.com${path}`
  expect(parse(`/media${path}`)).toEqual({ kind: 'file', from: 'storage', address })
})

it.each([
  ...['/media', '/media/', '/media/content', '/media/w680', '/media/w680/', '/media/elsewhere/a.png'],
  ...['/media/w/content/images/a.png', '/media/W680/content/images/a.png'],
  '/media/w680/w680/content/images/a.png',
  '/media/own/content/images/a.png',
  ...['/media/external/', `/media/external/${'A'.repeat(22)}/${Buffer.from(outside).toString('base64url')}`],
  ...[signed.slice(0, -1), `${signed}AA`, `${signed}/`, signed.replace(/.{22}(?=\/[^/]*$)/, ''), `${signed}\n`],
  `/media/external/${signature.sign('')}/`,
])('%j is not an address of a picture or file', (path) => {
  expect(parse(path)).toBeNull()
})

it('does not sign an address that is too long for a request', () => {
  expect(signedPath('external', new URL(`https://example.org/${'a'.repeat(2100)}`), signature)).toBeNull()
})

const { sign, verify } = signature
const text = 'https://images.example.org/a.png'

it('has the same signatures after a restart and in every instance, and accepts them', () => {
  expect(createSignature(key).sign(text)).toBe(sign(text))
  // Signatures in stored pages and feeds must stay valid after an update.
  expect(sign(text)).toBe('OmHaoZ_TBKXWKTb7alma5T')
  expect(verify(text, sign(text))).toBe(true)
})

it.each([
  ['another secret', createSignature(Buffer.from('another secret, long enough')).sign(text)],
  ['letters that are more than a byte', 'é'.repeat(22)],
  ['letters beyond Latin-1', '\u0441'.repeat(22)],
])('refuses %s', (_case, wrong) => {
  expect(verify(text, wrong)).toBe(false)
})
