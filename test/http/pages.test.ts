import sharp from 'sharp'
import request from 'supertest'
import { expect, it } from 'vitest'
import { company } from '../../shared/company.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { startSite } from '../support/start-site.ts'
import { languages } from '../../shared/language.ts'
import { pathsIn, posts } from './support/addresses.ts'
import { elements, headOf, textOf } from './support/html.ts'
import { textIn } from './support/texts.ts'

const siteUrl = 'https://www.nordet.example'
const everyPage = (['fr', 'en'] as const).flatMap((language) => pathsIn(language).map((path) => ({ path, language })))
const isAlone = (path: string) => path.includes('/blog/') || path.endsWith('/terms')

// Nothing here changes what it shows; a list that is late would show pages in their loading state.
const env = { SITE_URL: siteUrl, POSTS_WAIT_MS: '10000' }
const { site } = await shareSiteWithGhost(posts, env)
const { site: paged } = await shareSiteWithGhost([...posts, fakePost('un-autre')], { ...env, BLOG_PAGE_SIZE: '1' })

it.each(everyPage)('answers $path with a whole document in $language', async ({ path, language }) => {
  const answer = await request(site.app).get(path)
  expect(answer.status).toBe(200)
  expect(answer.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(answer.text).toMatch(/^<!DOCTYPE html><html lang="(fr|en)">/)
  expect(headOf(answer.text).language).toBe(language)
  for (const once of ['h1', 'main', 'title']) expect(elements(answer.text, once), once).toHaveLength(1)
  expect(elements(answer.text, 'h1')[0]?.text).toMatch(/\S/)
  expect(headOf(answer.text).meta.robots).toBeUndefined()
})

it.each(everyPage)('describes $path to search engines and to other sites', async ({ path, language }) => {
  const { titles, meta, canonical } = headOf((await request(site.app).get(path)).text)
  const ownAddress = siteUrl + (path === '/en/terms' ? '/terms' : path === '/' ? '/' : path)
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
    'og:image': expect.stringMatching(/^https:\/\/www\.nordet\.example\/\S+$/),
    'og:locale': ownLanguage === 'fr' ? 'fr_CA' : 'en_CA',
    'twitter:card': expect.stringMatching(/^summary/),
    'twitter:title': meta['og:title'],
    'twitter:description': meta.description,
  })
  expect(titles[0]).toContain(meta['og:title'])
  const image = await request(site.app).get(meta['og:image']?.slice(siteUrl.length) ?? '')
  expect([image.status, image.get('Content-Type')]).toEqual([200, 'image/png'])
  const { width, height } = await sharp(image.body as Buffer).metadata()
  expect([meta['og:image:width'], meta['og:image:height']]).toEqual([String(width), String(height)])
})

const drawn = [...everyPage.map(({ path }) => path), '/blog?page=2']

it.each(drawn)('of the drawing that stands for %s other sites are told the title in it', async (path) => {
  const { meta } = headOf((await request(paged.app).get(path)).text)
  // A post's cover has the post's own title.
  if (/\/share\/(fr|en)\/[\w-]+\.png$/.test(meta['og:image'] ?? '')) {
    return expect(meta['og:image:alt']).toBe(meta['og:title'])
  }
  const [, language, page = ''] = /\/share\/(fr|en)-(\w+)\.png$/.exec(meta['og:image'] ?? '') ?? []
  expect(meta['og:image:alt']).toBe(textIn(language === 'fr' ? 'fr' : 'en', page, 'meta.title'))
})

it('of a drawing that has nothing to do with a screen other sites are told nothing', async () => {
  const { meta } = headOf((await request(site.app).get('/nope').expect(404)).text)
  expect(meta['og:image']).toBe(`${siteUrl}/share/fr-home.png`)
  expect(meta['og:image:alt']).toBeUndefined()
})

const inBoth = everyPage.filter(({ path }) => !isAlone(path))

it.each(inBoth)('names both versions of $path, French by default', async ({ path }) => {
  const french = path.replace(/^\/en/, '') || '/'
  expect(headOf((await request(site.app).get(path)).text).alternates).toEqual({
    fr: siteUrl + french,
    en: `${siteUrl}/en${french === '/' ? '' : french}`,
    'x-default': siteUrl + french,
  })
})

it.each([
  { path: '/blog/un-article', language: 'fr' },
  { path: '/en/blog/an-article', language: 'en' },
])('links the article $path to no version but itself', async ({ path, language }) => {
  expect(headOf((await request(site.app).get(path)).text).alternates).toEqual({ [language]: siteUrl + path })
})

it.each(languages)('gives every page in %s a title and a description of its own', async (language) => {
  const heads = await Promise.all(
    pathsIn(language).map(async (path) => headOf((await request(site.app).get(path)).text)),
  )
  expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(heads.length)
  expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(heads.length)
})

it.each(['/terms', '/en/terms'])('shows the terms in French at %s, as a page with no English version', async (path) => {
  const { text } = await request(site.app).get(path)
  const [content] = /<div lang="fr">[\s\S]*<\/main>/.exec(text) ?? ['']
  expect(elements(content, 'h1')[0]?.text).toBe(textIn('fr', 'terms', 'title'))
  expect(headOf(text).canonical).toEqual([`${siteUrl}/terms`])
  expect(headOf(text).alternates).toEqual({ fr: `${siteUrl}/terms`, 'x-default': `${siteUrl}/terms` })
})

it.each([
  { instant: '2027-01-01T04:59:59Z', year: '© 2026' },
  { instant: '2027-01-01T05:00:00Z', year: '© 2027' },
])('shows "$year" in the footer at $instant, where the company is', async ({ instant, year }) => {
  await using site = await startSite({}, () => Date.parse(instant))
  const { text } = await request(site.app).get('/en/about')
  expect(elements(text, 'footer')[0]?.text).toContain(`${year} ${company.name}`)
})

it('shows the new year on a page that was stored in the old one', async () => {
  let now = Date.parse('2026-12-31T12:00:00Z')
  await using site = await startSite({}, () => now)
  const before = await request(site.app).get('/ai')
  now = Date.parse('2027-01-02T12:00:00Z')
  const after = await request(site.app).get('/ai')
  const years = [before, after].map(({ text }) => /© (\d+)/.exec(textOf(text))?.[1])
  expect(years).toEqual(['2026', '2027'])
})

it.each(languages)('answers every article that it lists in %s, with no configuration at all', async (lang) => {
  await using site = await startSite()
  const { body } = await request(site.app).get('/api/posts').query({ lang })
  const listed: { slug: string; title: string }[] = body.posts
  expect(listed.length).toBeGreaterThan(0)
  for (const { slug, title } of listed) {
    const { text, status } = await request(site.app).get(`${lang === 'en' ? '/en' : ''}/blog/${slug}`)
    expect(status).toBe(200)
    expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([title])
  }
})
