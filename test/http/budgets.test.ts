import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { pageIds } from '../../shared/site-map.ts'
import { startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { pathsIn, posts } from './support/addresses.ts'
import { elements } from './support/html.ts'
import { rawRequest } from './support/raw-request.ts'

const paths = [...pathsIn('fr'), '/nothing']

const firstSegments = 10 * 1460
const drawn = ['/ai', '/archiving', '/security/architecture', '/security/vulnerability']

const ghost = await startFakeGhost(posts)
const site = await startSite(ghost.env)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await ghost[Symbol.asyncDispose]()
})

/** Bytes that travel, as a browser asks for them. */
async function bytesOf(siteUrl: string, path: string): Promise<number> {
  const { body } = await rawRequest(siteUrl, path, { headers: { 'Accept-Encoding': 'gzip, br' } })
  return body.length
}

/** With the headers, as HTTP/1.1 writes them. */
async function answerBytes(siteUrl: string, path: string): Promise<number> {
  const { headers, body } = await rawRequest(siteUrl, path, { headers: { 'Accept-Encoding': 'gzip, br' } })
  const lines = ['HTTP/1.1 200 OK', ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`), '']
  return lines.reduce((sum, line) => sum + line.length + 2, body.length)
}

/** What a page loads, by kind: its addresses, and its document and style as text. */
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

it.each(paths)('the first view of %s fits its budget', async (path) => {
  const page = await pageAt(site.url, path)
  const document = await answerBytes(site.url, path)
  const fonts = await Promise.all(page.fonts.map((font) => answerBytes(site.url, font)))

  // The document with its headers fits what a server may send before it is answered (RFC 6928: ten segments), and so does the one
  // font. The terms are one long text, and the services' pages have a drawing below: the first view is their beginning.
  expect(document).toBeLessThan(path === '/terms' || drawn.includes(path) ? 12 * 1460 : firstSegments)
  expect(brotliCompressSync(page.style).length).toBeLessThan(9 * 1024)
  expect(page.styles).toEqual([])
  expect(page.starter).toContain('import(')
  expect(brotliCompressSync(page.starter).length).toBeLessThan(1024)
  expect(fonts).toHaveLength(1)
  expect(fonts[0]).toBeLessThan(firstSegments)
})

it.each(paths)('%s names its font in its head too, which a browser reads first', async (path) => {
  const { fonts } = await pageAt(site.url, path)
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await rawRequest(site.url, path, { method })
    expect(headers.link).toBe(`<${fonts[0]}>;rel=preload;as=font;crossorigin`)
  }
})

it.each(paths)('what %s fetches when it is used fits its budget', async (path) => {
  const { starter, modules, wholeStyle } = await pageAt(site.url, path)
  const scripts = await Promise.all(modules.map((script) => bytesOf(site.url, script)))
  expect(scripts.length).toBeGreaterThan(0)
  const all = scripts.reduce((sum, bytes) => sum + bytes, brotliCompressSync(starter).length)
  expect(all).toBeLessThan((path === '/' ? 112 : drawn.includes(path) ? 118 : 116) * 1024)
  expect(await bytesOf(site.url, wholeStyle)).toBeLessThan(8 * 1024)
})

it('what hydrates is compiled beside the page, before its functions are called', async () => {
  const { modules } = await pageAt(site.url, '/')
  const sources = await Promise.all(modules.map(async (path) => (await rawRequest(site.url, path)).body.toString()))
  const hydrating = sources.filter((source) => source.includes('hydrateRoot'))
  expect(hydrating).toEqual([expect.stringMatching(/^\/\/# allFunctionsCalledOnLoad\n/)])
})

it('the browser gets no source map and no development code', async () => {
  expect(paths.length).toBeGreaterThan(pageIds.length - 2)
  for (const path of paths) {
    for (const script of (await pageAt(site.url, path)).modules) {
      const source = (await rawRequest(site.url, script)).body.toString()
      expect([script, /sourceMappingURL|React Router will|You provided a `value` prop/.test(source)]).toEqual([
        script,
        false,
      ])
    }
  }
})
