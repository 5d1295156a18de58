import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { company } from '../../../shared/company.ts'
import { type Language, languages, localise } from '../../../shared/language.ts'
import { addressOf, services } from '../../../shared/site-map.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { pathsIn, posts } from '../support/addresses.ts'
import { elements, headOf, textOf } from '../support/html.ts'
import { expectNothingInline } from '../support/inline.ts'
import { rawRequest } from '../support/raw-request.ts'
import { expectCompleteData, graphOf, type JsonLdNode } from '../support/structured-data.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'
// A long timeout for Ghost, because the machine may be busy.
const env = { SITE_URL: siteUrl, POSTS_TTL_SECONDS: '30', POSTS_STALE_SECONDS: '600' }
const { site } = await shareSiteWithGhost(posts, env)

/** A document for a visitor without cookies. */
async function documentAt(path: string, language: Language) {
  const { status, headers, body } = await rawRequest(site.url, path)
  const text = body.toString()
  return { path, language, status, headers, text, head: headOf(text) }
}

type Document = Awaited<ReturnType<typeof documentAt>>

for (const path of ['/blog', '/en/blog']) await rawRequest(site.url, path)

// Each page is rendered once; every test reads all of them.
const pages = await Promise.all(
  languages.flatMap((language) => pathsIn(language).map((path) => documentAt(path, language))),
)
const screens = await Promise.all([
  documentAt('/nothing', 'fr'),
  documentAt('/en/nothing', 'en'),
  documentAt('/%', 'fr'),
  documentAt('/blog?newsletter=success', 'fr'),
])

/** The end of an article's style if it has Ghost's cards. */
const cardStyle = readdirSync('dist/client/assets')
  .filter((file) => /^cards-[\w-]+\.css$/.test(file))
  .map((file) => readFileSync(`dist/client/assets/${file}`, 'utf8'))
const email = `${company.email.user}@${company.email.domain.join('.')}`

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleIn = (text: string) => /<style>(.{10000,}?)<\/style>/s.exec(text)?.[1]
const linksIn = (text: string) =>
  elements(text, 'a').flatMap(({ attributes: { href = '' } }) => (href.startsWith('/') ? [href] : []))

const ofEveryDocument: Record<string, (document: Document) => void | Promise<void>> = {
  'runs nothing inline but the bootstrap script, and styles nothing inline': ({ text }) => expectNothingInline(text),

  'writes the e-mail address nowhere': ({ text }) => {
    for (const written of [text, textOf(text)]) {
      expect(written).not.toContain(email)
      expect(written).not.toContain('mailto:')
      expect(written).not.toMatch(/info\s*(@|&#64;|&#x40;|%40)/i)
    }
  },

  'links the feeds of its language, the terms those in French': ({ path, text, language }) => {
    const linked = elements(text, 'link').filter(({ attributes: { type = '' } }) => /rss|feed/.test(type))
    expect(linked.map(({ attributes }) => attributes)).toEqual(
      [
        { format: 'RSS', type: 'application/rss+xml', file: '/rss.xml' },
        { format: 'JSON', type: 'application/feed+json', file: '/feed.json' },
      ].map(({ format, type, file }) => ({
        rel: 'alternate',
        type,
        title: `${textIn(language, 'common', 'nav.blog')} | ${company.name} (${format})`,
        href: siteUrl + localise(file, path === '/en/terms' ? 'fr' : language),
      })),
    )
  },
}

const ofEveryPage: Record<string, (page: Document) => void | Promise<void>> = {
  'is a whole document in its language': ({ status, headers, text, head, language }) => {
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!DOCTYPE html><html lang="(fr|en)">/)
    expect(head.language).toBe(language)
    for (const once of ['h1', 'main', 'title']) expect(elements(text, once), once).toHaveLength(1)
    expect(elements(text, 'h1')[0]?.text).toMatch(/\S/)
    expect(head.meta.robots).toBeUndefined()
  },

  'is described to search engines and to other sites': async ({ path, language, head }) => {
    const { titles, meta, canonical } = head
    const ownAddress = siteUrl + (path === '/en/terms' ? '/terms' : path)
    const ownLanguage = path === '/en/terms' ? 'fr' : language
    expect(canonical).toEqual([ownAddress])
    expect(titles[0]).toContain(company.name)
    expect(meta.description).toMatch(/\S{2}/)
    expect(meta).toMatchObject({
      'og:url': ownAddress,
      'og:title': expect.stringMatching(/\S/),
      'og:description': meta.description,
      'og:type': path.endsWith('-article') ? 'article' : 'website',
      'og:site_name': company.name,
      'og:image': expect.stringMatching(/^https:\/\/www\.site\.example\/\S+$/),
      'og:locale': ownLanguage === 'fr' ? 'fr_CA' : 'en_CA',
      'twitter:card': expect.stringMatching(/^summary/),
      'twitter:title': meta['og:title'],
      'twitter:description': meta.description,
    })
    expect(titles[0]).toContain(meta['og:title'])
    const image = await rawRequest(site.url, meta['og:image']?.slice(siteUrl.length) ?? '')
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height } = await sharp(image.body).metadata()
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual([String(width), String(height)])
  },

  'shows other sites a drawing of its own, and tells them the title in it': ({ path, language, head: { meta } }) => {
    // A post's cover has the post's own title.
    if (path.endsWith('-article')) {
      expect(meta['og:image']).toMatch(/\/share\/(fr|en)\/[\w-]+\.png$/)
      expect(meta['og:image:alt']).toBe(meta['og:title'])
      return
    }
    const [, drawnIn, page = ''] = /\/share\/(fr|en)-(\w+)\.png$/.exec(meta['og:image'] ?? '') ?? []
    expect(meta['og:image:alt']).toBe(textIn(drawnIn === 'fr' ? 'fr' : 'en', page, 'meta.title'))
    // Topics and authors have the list's title.
    if (path.includes('/blog/')) return
    expect([drawnIn, page]).toEqual([path === '/en/terms' ? 'fr' : language, addressOf(path)?.page])
  },

  'names its versions, French by default': ({ path, language, head }) => {
    const french = path.replace(/^\/en/, '') || '/'
    const own = { fr: siteUrl + french, 'x-default': siteUrl + french }
    const english = `${siteUrl}/en${french === '/' ? '' : french}`
    // The terms have no English version, and an untranslated article has only itself.
    if (path.endsWith('/terms')) expect(head.alternates).toEqual(own)
    else if (path.endsWith('-article')) expect(head.alternates).toEqual({ [language]: siteUrl + path })
    else expect(head.alternates).toEqual({ ...own, en: english })
  },

  'links to pages of its language only': ({ language, text }) => {
    const own = linksIn(text)
    const isOwn = (href: string) => /^\/en([/?#]|$)/.test(href) === (language === 'en') && !/^\/fr([/?#]|$)/.test(href)
    expect(own).toContain(language === 'en' ? '/en/contact' : '/contact')
    expect(own.filter((href) => !isOwn(href))).toEqual([])
    const known = ['/language', language === 'en' ? '/en/blog' : '/blog', '/api/newsletter', '/api/contact']
    const actions = elements(text, 'form').map(({ attributes: { action } }) => action)
    expect(known).toEqual(expect.arrayContaining(actions))
  },

  'offers the other language, and its form as served leads there': async ({ path, language, text }) => {
    const other = language === 'fr' ? 'en' : 'fr'
    const toggle = elements(text, 'form').find(({ attributes }) => attributes.action === '/language')
    expect([toggle?.attributes.method, toggle?.text]).toEqual(['post', other.toUpperCase()])
    const inputs = elements(toggle?.inner ?? '', 'input').map(({ attributes }) => attributes)
    const body = String(new URLSearchParams(inputs.map(({ name = '', value = '' }) => [name, value])))
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }
    const sent = await rawRequest(site.url, '/language', { method: 'POST', headers, body })
    const french = path.includes('/blog/') ? '/blog' : path.replace(/^\/en/, '') || '/'
    const expected = other === 'fr' ? french : `/en${french === '/' ? '' : french}`
    expect([sent.status, sent.headers.location]).toEqual([303, expected])
    expect(pages.find((page) => page.path === expected)?.language).toBe(other)
  },

  'may be kept by shared caches, and sets no cookie': ({ headers, language }) => {
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=600',
      vary: language === 'fr' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    expect(headers).not.toHaveProperty('set-cookie')
  },

  'has complete structured data': ({ text }) => expectCompleteData(text),

  'names the way to itself, and the firm of a service, to search engines': ({ path, language, text, head }) => {
    const address = addressOf(path)
    // The terms are French in both languages.
    const spoken = path.endsWith('/terms') ? 'fr' : language
    const nav = (page: string) => textIn(spoken, 'common', `nav.${page}`)
    const page = address?.page ?? ''
    const last = address !== null && 'slug' in address ? ['blog', elements(text, 'h1')[0]?.text] : [page]
    const graph = graphOf(text)
    const ways = graph.filter((thing) => thing['@type'] === 'BreadcrumbList')
    const items = ways.flatMap((way) => way.itemListElement as JsonLdNode[])
    const names = last.map((name = '', index) => (index === 1 ? name : nav(name)))
    expect(items.map(({ name }) => name)).toEqual(page === 'home' ? [] : [nav('home'), ...names])
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
    expect(items.at(-1)?.item).toBe(page === 'home' ? undefined : head.canonical[0])
    const [firm, own] = [{ '@id': `${siteUrl}/#organization` }, { '@id': siteUrl + path }]
    const isService = services.some((service) => service === page)
    expect(graph.filter((thing) => thing['@type'] === 'Service')).toMatchObject(
      isService ? [{ url: siteUrl + path, provider: firm, mainEntityOfPage: own }] : [],
    )
  },

  'allows its own style and script by their hashes, the error screen’s style, and no other': ({
    path,
    headers,
    text,
  }) => {
    const directives = String(headers['content-security-policy']).split(';')
    const hashesIn = (name: string) => directives.find((text) => text.startsWith(name))?.match(/'sha256-[^']+'/g)
    const own = styleIn(text) ?? ''
    const withCards = /\/blog\/(un|an)-article$/.test(path) ? cardStyle.map((style) => hashOf(own + style)) : []
    expect(hashesIn('style-src')).toEqual([hashOf(own), ...withCards, hashOf(styleIn(screens[0]?.text ?? ''))])
    expect(hashesIn('script-src')).toEqual([hashOf(/<script type="module"[^>]*>(.{500,}?)<\/script>/s.exec(text)?.[1])])
    // Any page may follow the error screen without a page load, so its style must be allowed.
    expect(screens[0]?.headers['content-security-policy']).toContain(hashOf(styleIn(text)))
  },
}

it.each([
  ...Object.entries(ofEveryDocument).map(([claim, check]) => ({ claim, check, documents: [...pages, ...screens] })),
  ...Object.entries(ofEveryPage).map(([claim, check]) => ({ claim, check, documents: pages })),
])('every page $claim', async ({ check, documents }) => {
  expect(documents.length).toBeGreaterThanOrEqual(24)
  for (const document of documents) {
    try {
      await check(document)
    } catch (error) {
      throw new Error(`${document.path}: ${(error as Error).message}`, { cause: error })
    }
  }
})

it.each(languages)('every page in %s has a unique title and description', (language) => {
  const heads = pages.filter((page) => page.language === language).map(({ head }) => head)
  expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(heads.length)
  expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(heads.length)
})
