import { readdirSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { articlePath, pageIds } from '../../../shared/site-map.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { pathsIn, posts } from '../support/addresses.ts'
import { elements } from '../support/html.ts'
import { type RawAnswer, rawRequest } from '../support/raw-request.ts'

const paths = [...pathsIn('fr'), '/nothing']
const { site } = await shareSiteWithGhost(posts)

/** The Markdown posts have a typical length. */
const written = await shareSite()
const articles = languages.flatMap((language) =>
  readdirSync(`content/posts/${language}`).map((file) => localise(articlePath(file.replace(/\.md$/, '')), language)),
)
const views = [...paths.map((path) => [path, site.url]), ...articles.map((path) => [path, written.url])]

/** Files do not change: each is requested once. */
const files = new Map<string, Promise<RawAnswer>>()

function fileAt(siteUrl: string, path: string): Promise<RawAnswer> {
  const file = files.get(siteUrl + path) ?? rawRequest(siteUrl, path, { headers: { 'Accept-Encoding': 'gzip, br' } })
  files.set(siteUrl + path, file)
  return file
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The compressed size of some files, as a browser requests them. */
async function bytesOf(siteUrl: string, ...paths: string[]): Promise<number> {
  return sum((await Promise.all(paths.map((path) => fileAt(siteUrl, path)))).map(({ body }) => body.length))
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

it.each(views)('the first view of %s fits its budget, and its headers name its fonts', async (path = '', url = '') => {
  const { style, styles, starter, fonts } = await pageAt(url, path)
  const { headers, body } = await rawRequest(url, path, { headers: { 'Accept-Encoding': 'gzip, br' } })
  const lines = ['HTTP/1.1 200 OK', ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`), '']

  // The first screen fits in the initial congestion window of ten segments (RFC 6928).
  expect(body.length + sum(lines.map((line) => line.length + 2))).toBeLessThan(16 * 1460)
  expect(brotliCompressSync(style).length).toBeLessThan(12 * 1024)
  expect(styles).toEqual([])
  expect(starter).toContain('import(')
  expect(brotliCompressSync(starter).length).toBeLessThanOrEqual(2048)
  expect(fonts).toHaveLength(2)
  expect(body.length + (await bytesOf(url, ...fonts))).toBeLessThanOrEqual(34 * 1024)
  const preloads = fonts.map((font) => `<${font}>;rel=preload;as=font;crossorigin`)
  const head = await rawRequest(url, path, { method: 'HEAD' })
  const sent = String(headers.link).split(', ')
  expect(sent.filter((link) => !link.includes(';rel=alternate;'))).toEqual(preloads)
  expect(sent.slice(0, 2)).toEqual(preloads)
  expect(head.headers.link).toBe(headers.link)
})

it.each(paths)('what %s fetches later fits its budget, without code for development', async (path) => {
  expect(paths.length).toBeGreaterThan(pageIds.length - 2)
  const { starter, modules, wholeStyle } = await pageAt(site.url, path)
  expect(modules.length).toBeGreaterThan(0)
  const all = brotliCompressSync(starter).length + (await bytesOf(site.url, ...modules))
  expect(all).toBeLessThanOrEqual(122 * 1024)
  expect(await bytesOf(site.url, wholeStyle)).toBeLessThan(12 * 1024)
  for (const script of modules) {
    const source = String((await rawRequest(site.url, script)).body)
    expect([script, /sourceMappingURL|You provided a `value` prop/.test(source)]).toEqual([script, false])
  }
})
