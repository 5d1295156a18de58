import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseMediaPath, storageAddress } from './address.ts'
import { createSignature, signedPath } from '../addresses/signed-path.ts'
import { isPublicAddress } from '../http/public-address.ts'
import { createAddressRewriter } from '../addresses/addresses.ts'
import { anyText, holds, textOf, wholeText } from '../../test/support/properties.ts'

const signature = createSignature(Buffer.alloc(32, 'k'))
const roots = fc.constantFrom('https://ghost.example.com', 'https://example.com/journal', 'http://127.0.0.1:2368')
const path = textOf(
  ...(
    '/content/images/ /content/media/ /content/files/ a.png .. /.. / // %2e%2e %2f %5c \\ .%2e/ ' +
    '@evil.example ? # size/w600/ size%2fh30/ format/webp/ : %00 /ghost/api/admin/ 2026/11/'
  ).split(' '),
)

it('no path leads out of Ghost’s storage', () => {
  holds(
    [
      roots,
      fc.oneof(
        path,
        path.map((text) => `/content/images/${text}`),
      ),
    ],
    (root, given) => {
      const address = storageAddress(root, given)
      if (address === null) return
      const below = new URL(`${root}/content/`)
      expect(address.origin).toBe(below.origin)
      // Servers decode it once or twice.
      for (const read of [address.pathname, decodeURIComponent(address.pathname)]) {
        expect(new URL(read.replaceAll('\\', '/'), below).pathname).toMatch(
          new RegExp(`^${new URL(root).pathname.replace(/\/$/, '')}/content/(images|media|files)/`),
        )
      }
      expect(address.search + address.username).toBe('')
      // A file has one address.
      expect(storageAddress(root, address.href.slice(root.length))?.href).toBe(address.href)
    },
  )
})

it('any file name in the storage can be reached', () => {
  const name = wholeText.filter((text) => !/^$|\/|\p{Cc}|(^|\\)\.{1,2}\s*($|\\)/u.test(text))
  holds([roots, fc.array(name, { minLength: 1, maxLength: 4 })], (root, names) => {
    const stored = `/content/files/${names.map(encodeURIComponent).join('/')}`
    const address = storageAddress(root, stored)
    // Ghost accepts some characters only unencoded: the decoded name counts.
    expect(address && decodeURIComponent(address.href)).toBe(`${root}/content/files/${names.join('/')}`)
  })
})

it('only signed addresses of other hosts are accepted, and decoded unchanged', () => {
  holds(
    [fc.webUrl({ withQueryParameters: true }), fc.nat(200), fc.stringMatching(/^[\w+/=-]{1,3}$/)],
    (text, at, replacement) => {
      const address = new URL(text)
      const shown = signedPath('external', address, signature) ?? ''
      expect(parseMediaPath(shown, 'https://ghost.example.com', signature)).toEqual({
        ...{ kind: 'picture', from: 'external', address },
      })
      const place = '/media/external/'.length + (at % (shown.length - '/media/external/'.length))
      const changed = shown.slice(0, place) + replacement + shown.slice(place + 1)
      if (changed !== shown) expect(parseMediaPath(changed, 'https://ghost.example.com', signature)).toBeNull()
      // The last character of Base64 may have unused bits: only one spelling is valid.
      const again = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
        (last) => parseMediaPath(shown.slice(0, -1) + last, 'https://ghost.example.com', signature) !== null,
      )
      expect(again).toEqual([shown.at(-1)])
    },
  )
})

it('any path is an address or invalid, and any signature valid or invalid', () => {
  holds([fc.oneof(path, anyText).map((text) => `/media${text}`)], (given) => {
    parseMediaPath(given, 'https://ghost.example.com', signature)
  })
  holds([anyText, anyText], (text, given) => {
    expect(signature.verify(text, given)).toBe(given === signature.sign(text))
    expect(signature.verify(text, signature.sign(text))).toBe(true)
  })
})

it('no rewritten address is one of the CMS', () => {
  const rewriter = createAddressRewriter('https://ghost.example.com')
  const address = textOf(
    ...(
      'https://ghost.example.com HTTPS://GHOST.example.com // / blog a.png ?ref= x # \\ ' +
      'https://share.example/?url= https%3A%2F%2Fghost.example.com %2F %25 & mailto:?body='
    ).split(' '),
  )
  holds([address], (given) => {
    const leads = [rewriter.media(given), rewriter.picture(given)]
    for (const lead of leads) if (lead !== null) expect(lead).toMatch(/^\/media\/content\//)
    const link = rewriter.link(given, 'fr')
    if (link !== null && URL.canParse(link, 'https://www.site.example')) {
      expect(new URL(link, 'https://www.site.example').host).not.toBe('ghost.example.com')
    }
  })
})

it('an IP address is public in every notation or in none', () => {
  const part = fc.integer({ min: 0, max: 255 })
  holds([fc.tuple(part, part, part, part)], (parts) => {
    const [a, b] = parts
    const isPrivate =
      a === 0 || a === 10 || a === 127 || a >= 224 || (a === 192 && b === 168) || (a === 172 && b >> 4 === 1)
    if (isPrivate) expect(isPublicAddress(parts.join('.'))).toBe(false)
    const hex = parts.map((part) => part.toString(16).padStart(2, '0')).join('')
    // Mapped, translated and 6to4 forms may all lead to the same host (RFC 4291, 6052, 3056).
    for (const prefix of ['::ffff:', '64:ff9b::', '2002:']) {
      const spelled = `${prefix}${hex.slice(0, 4)}:${hex.slice(4)}${prefix === '2002:' ? '::1' : ''}`
      expect(isPublicAddress(spelled)).toBe(false)
    }
  })
  holds([anyText], (text) => expect(isPublicAddress(text)).toBe(false))
})
