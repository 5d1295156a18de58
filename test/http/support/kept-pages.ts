import { expect } from 'vitest'
import { askOverHttp } from '../../support/ask-over-http.ts'

// Claims about a cache in front of the site.

export const languageIn = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]

const cookies = [
  ...['', 'i18next=en', 'i18next=fr', 'other=1; i18next=en', 'i18next=en; other=1', 'i18next=fr; i18next=en'],
  ...['i18next=en; i18next=fr', 'i18next=EN', 'i18next=english', 'xi18next=en', 'x=i18next=en', 'i18next='],
  ...['i18next="en"', ';i18next=en', 'a=1;i18next=en;b=2', 'i18next=en\t', 'a;\ti18next=en', 'I18NEXT=en'],
]

type Answer = { headers: Record<string, unknown>; text: string }
type Ask = (path: string, asked: { headers: Record<string, string> }) => Promise<Answer>

/** Every cookie gets each page twice, in the language that an instance gives it: once for each language that the address leaves open, it is asked for. */
export async function expectOnePageEach(ask: Ask, instance: { url: string }): Promise<void> {
  const made: string[] = []
  for (const round of [1, 2]) {
    for (const cookie of cookies) {
      for (const path of ['/archiving', '/en/archiving', '/security/architecture?i18next=en']) {
        const headers: Record<string, string> = cookie === '' ? {} : { Cookie: cookie }
        const answer = await ask(path, { headers })
        const direct = await askOverHttp(instance.url + path, { headers })
        expect([round, cookie, path, languageIn(answer.text)]).toEqual([round, cookie, path, languageIn(direct.text)])
        const status = String(answer.headers['cache-status']).split(', ').at(-1)
        if (!status?.endsWith('; hit')) made.push(`${path} ${languageIn(answer.text)} ${status?.split('; ').at(-1)}`)
      }
    }
  }
  expect(made.sort()).toEqual([
    '/archiving en fwd=uri-miss',
    '/archiving fr fwd=uri-miss',
    '/en/archiving en fwd=uri-miss',
    '/security/architecture?i18next=en en fwd=uri-miss',
    '/security/architecture?i18next=en fr fwd=uri-miss',
  ])
}

/** Encodings that visitors accept, each with the one that they get. */
export const encodings = [
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.8', 'gzip'],
  ['GZIP', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['brotli, xgzip', undefined],
  ['', undefined],
] as const

/** Addresses of which nothing may be kept. */
export const unkept = [
  ['what sets a cookie', '/fr/about', 302],
  ['what is one visitor’s own', '/contact?form=invalid', 200],
  ['an address that was refused', '/blog?newsletter=invalid', 200],
  ['the bot check', '/api/contact/check', 200],
  ['the newsletter’s', '/api/newsletter/check', 200],
  ['what is asked wrongly', '/api/posts?lang=de', 400],
  ['whether an instance is ready', '/readyz', 200],
] as const

/** Headers of an answer that may not be kept, whatever it says of its life. */
export const unkeptAnswers = [
  ['a cookie', { 'Set-Cookie': 'a=b' }],
  ['an answer that depends on more', { Vary: 'Accept-Encoding, Accept' }],
  ['an answer that depends on everything', { Vary: '*' }],
  ['an answer of one visitor', { 'Cache-Control': 'private, max-age=60' }],
] as const
