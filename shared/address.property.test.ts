import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalRedirect, languageOfRequest } from '../server/i18n/language.ts'
import { counterpart, languageCookie, languages, localise, prefixOf, withoutPrefix } from './language.ts'
import { addressOf, articlePath, authorPath, isSitePath, pathOf, pathTo, plainPageIds, tagPath } from './site-map.ts'
import { holds, textOf, wholeText } from '../test/support/properties.ts'

const language = fc.constantFrom(...languages)
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,40}$/)
const pagePath = fc.oneof(
  fc.constantFrom(...plainPageIds.map(pathOf)),
  slug.map(articlePath),
  slug.filter((name) => name !== 'tag').map(tagPath),
  slug.map(authorPath),
)
const path = textOf(...'/ // fr en ai blog tag .. %2f %61 % \\ ?a=b #a evil.example'.split(' '))
const rooted = path.map((text) => `/${text}`)
const cookies = textOf(languageCookie, '; ', ' ', ...'i18next=en i18next=fr my = ; en fr other " ,'.split(' '))

it('a page’s address in a language means only that page and language', () => {
  holds([pagePath, language], (page, to) => {
    const address = localise(page, to)
    expect(prefixOf(address)).toBe(to === 'fr' ? null : to)
    expect(withoutPrefix(address)).toBe(page)
    expect(addressOf(address)).toEqual(addressOf(page))
    const named = addressOf(page)
    expect(named && pathTo(named)).toBe(page)
  })
})

it('the toggle there and back leads to the same page, from an article to the list', () => {
  holds([pagePath, language, language], (page, from, to) => {
    const expected = page.startsWith('/blog/') ? '/blog' : page
    expect(counterpart(localise(page, from), to)).toBe(localise(expected, to))
    expect(counterpart(counterpart(localise(page, from), to), from)).toBe(localise(expected, from))
  })
})

it('the language of a request is its prefix’s, else its cookie’s, else French', () => {
  const ofPages = fc.tuple(pagePath, language).map(([page, to]) => localise(page, to))
  holds([fc.oneof(rooted, ofPages), cookies], (address, cookie) => {
    // The test parses differently: by segments, and by pairs.
    const [, first] = address.split('/')
    const values = cookie.split(';').map((pair) => /^[ \t]*i18next=([^ \t;]*)/.exec(pair)?.[1])
    const chosen = values.find((value) => value !== undefined)
    const expected = languages.find((lang) => lang === first) ?? languages.find((lang) => lang === chosen) ?? 'fr'
    expect(languageOfRequest(address, cookie)).toBe(expected)
  })
})

it('no redirect leaves the site or leads to another redirect', () => {
  holds([rooted], (address) => {
    const redirect = canonicalRedirect(address, '')
    if (redirect === null) return
    const { origin } = new URL(redirect.location, 'https://www.site.example')
    expect(origin).toBe('https://www.site.example')
    const next = canonicalRedirect(redirect.location, '')
    // `/fr/fr` has two prefixes, with a redirect for each.
    if (prefixOf(redirect.location) !== 'fr') expect(next).toBeNull()
  })
})

it('browsers resolve any allowed redirect target on the site', () => {
  holds([fc.oneof(path, rooted)], (address) => {
    if (!isSitePath(address)) return
    expect(new URL(address, 'https://www.site.example').origin).toBe('https://www.site.example')
    expect(address).not.toMatch(/[\r\n]/)
  })
  expect(isSitePath('/ai?a=b#c')).toBe(true)
})

it('any path is a page or unknown, and a slug is decoded as it was encoded', () => {
  holds([path], (text) => void addressOf(text))
  holds([wholeText.filter((text) => text !== '')], (name) => {
    expect(addressOf(articlePath(name))).toEqual({ page: 'article', slug: name })
    expect(addressOf(tagPath(name))).toEqual({ page: 'tag', slug: name })
    expect(addressOf(authorPath(name))).toEqual({ page: 'author', slug: name })
  })
})
