import { brotliCompressSync } from 'node:zlib'
import { get } from './timed-request.js'

/** Brotli bytes of one page: the document, its style, the whole style that follows, and all scripts. `files` counts the scripts. */
export async function bytesOfPage(siteUrl, path) {
  const [document, plain] = await Promise.all([get(siteUrl + path, 'br'), get(siteUrl + path, 'identity')])
  const html = plain.body.toString()
  const style = /<style\b[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const [, attributes = '', starter = ''] = /<script\b([^>]*\bdata-entry=[^>]*)>([\s\S]*?)<\/script>/.exec(html) ?? []
  const modules = (/\bdata-modules="([^"]*)"/.exec(attributes)?.[1] ?? '').split(' ').filter(Boolean)
  const wholeStyle = /\bdata-style="([^"]*)"/.exec(attributes)?.[1]
  const fetched = await Promise.all(modules.map((module) => get(siteUrl + module, 'br')))
  return {
    document: document.body.length,
    style: brotliCompressSync(style).length,
    wholeStyle: wholeStyle ? (await get(siteUrl + wholeStyle, 'br')).body.length : 0,
    scripts: fetched.reduce((sum, { body }) => sum + body.length, brotliCompressSync(starter).length),
    files: modules.length,
  }
}
