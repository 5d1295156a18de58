import { readdirSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { articlePath, pageIds } from '../../../shared/site-map.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { pathsIn, posts } from '../support/addresses.ts'
import { elements } from '../support/html.ts'
import { rawRequest } from '../support/raw-request.ts'

const paths = [...pathsIn('fr'), '/nothing']

const { site } = await shareSiteWithGhost(posts)

/** The posts in Markdown are as long as posts are. */
const written = await shareSite()
const articles = languages.flatMap((language) =>
  readdirSync(`content/posts/${language}`).map((file) => localise(articlePath(file.replace(/\.md$/, '')), language)),
)
const views = [...paths.map((path) => [path, site.url]), ...articles.map((path) => [path, written.url])]

/** The transferred bytes of a response, as a browser requests it. */
async function bytesOf(siteUrl: string, path: string): Promise<number> {
  const { body } = await rawRequest(siteUrl, path, { headers: { 'Accept-Encoding': 'gzip, br' } })
  return body.length
}

/** Bytes of an answer with its headers, as HTTP/1.1 writes them. */
async function answerBytes(siteUrl: string, path: string): Promise<number> {
  const { headers, body } = await rawRequest(siteUrl, path, { headers: { 'Accept-Encoding': 'gzip, br' } })
  const lines = ['HTTP/1.1 200 OK', ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`), '']
  return lines.reduce((sum, line) => sum + line.length + 2, body.length)
}

/** The URLs of the files that a page loads, by kind, and the document and style as text. */
async function pageAt(siteUrl: string, path: string) {
  const html = (await rawRequest(siteUrl, path)).body.toString()
  const links = elements(html, 'link').map(({ attributes }) => attributes)
  const starter = elements(html, 'script').find(({ attributes }) => attributes['data-entry'])
  return {
    style: /<style\b[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '',
    fonts: links.filter(({ as }) => as === 'font').map(({ href = '' }) => href),
    styles: links.filter(({ rel }) => rel === 'stylesheet').map(({ href = '' }) => href),
    starter: starter?.inner ?? '',
    modules: (starter?.attributes['data-modules'] ?? '').split(' ').filter(Boolean),
    wholeStyle: starter?.attributes['data-style'] ?? '',
  }
}

it.each(views)('the first view of %s fits its budget', async (path = '', url = '') => {
  const page = await pageAt(url, path)
  const document = await answerBytes(url, path)
  const fonts = await Promise.all(page.fonts.map((font) => bytesOf(url, font)))

  // The first screen fits into ten segments, which a server may send without an answer (RFC 6928).
  expect(document).toBeLessThan(16 * 1460)
  expect(brotliCompressSync(page.style).length).toBeLessThan(12 * 1024)
  expect(page.styles).toEqual([])
  expect(page.starter).toContain('import(')
  expect(brotliCompressSync(page.starter).length).toBeLessThanOrEqual(2048)
  expect(fonts).toHaveLength(2)
  const firstView = fonts.reduce((sum, bytes) => sum + bytes, await bytesOf(url, path))
  expect(firstView).toBeLessThanOrEqual(34 * 1024)
})

it.each(paths)('%s preloads its fonts in its headers too, which a browser reads first', async (path) => {
  const { fonts } = await pageAt(site.url, path)
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await rawRequest(site.url, path, { method })
    expect(headers.link).toBe(fonts.map((font) => `<${font}>;rel=preload;as=font;crossorigin`).join(', '))
  }
})

it.each(paths)('what %s fetches when it is used fits its budget', async (path) => {
  const { starter, modules, wholeStyle } = await pageAt(site.url, path)
  const scripts = await Promise.all(modules.map((script) => bytesOf(site.url, script)))
  expect(scripts.length).toBeGreaterThan(0)
  const all = scripts.reduce((sum, bytes) => sum + bytes, brotliCompressSync(starter).length)
  expect(all).toBeLessThanOrEqual(122 * 1024)
  expect(await bytesOf(site.url, wholeStyle)).toBeLessThan(12 * 1024)
})

it('the browser gets no source map and none of React’s code for development', async () => {
  expect(paths.length).toBeGreaterThan(pageIds.length - 2)
  const pages = await Promise.all(paths.map((path) => pageAt(site.url, path)))
  for (const script of new Set(pages.flatMap(({ modules }) => modules))) {
    const source = (await rawRequest(site.url, script)).body.toString()
    expect([script, /sourceMappingURL|You provided a `value` prop/.test(source)]).toEqual([script, false])
  }
})
