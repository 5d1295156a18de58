import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureSizes } from '../../server/posts/html/picture-places.ts'
import { company } from '../../shared/company.ts'
import type { Language } from '../../shared/language.ts'

const folder = join(import.meta.dirname, '../html')

/** The folders of test/html. */
export const htmlCases = readdirSync(folder)

export const languageOf = (name: string): Language => (name === 'english' ? 'en' : 'fr')

/** A part of a case: `in` as Ghost sends it, `out` as a page has it, `feed` as a feed has it, if the case has feeds. */
type Section = { title: string; in: string; out: string; feed: string | null }

/**
 * The parts of a case, each below a comment that is its title.
 *
 * @param cms the address that Ghost writes into links, pictures and files
 */
export function sectionsOf(name: string, cms: string): Section[] {
  const [input, output, feed] = ['in', 'out', 'feed'].map((file) => {
    const path = join(folder, name, `${file}.html`)
    return existsSync(path) ? readSections(fill(readFileSync(path, 'utf8'), cms)) : null
  })
  if (!input || !output) throw new Error(`test/html/${name} lacks in.html or out.html`)
  const titles = Object.keys(input)
  for (const part of [output, feed])
    if (part && Object.keys(part).join() !== titles.join()) throw new Error(`test/html/${name}: titles differ`)
  return titles.map((title) => ({
    title,
    in: input[title] ?? '',
    out: output[title] ?? '',
    feed: feed ? (feed[title] ?? '') : null,
  }))
}

function readSections(text: string): Record<string, string> {
  const [, ...parts] = text.split(/^<!-- (.*) -->\n/m)
  return Object.fromEntries(
    parts.flatMap((title, index) => (index % 2 === 0 ? [[title, parts[index + 1]?.trim() ?? '']] : [])),
  )
}

function fill(text: string, cms: string): string {
  const sizes = Object.entries(pictureSizes).map(([place, value]) => [`sizes-${place}`, value])
  const values: Record<string, string> = {
    ...Object.fromEntries(sizes),
    cms,
    'cms-host': new URL(cms).hostname,
    'cms-encoded': encodeURIComponent(cms),
    company: company.name,
  }
  return text
    .replace(/\{\{([\w-]+)\}\}/g, (whole, name: string) => values[name] ?? whole)
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&#8239;', '\u202f')
}

/** HTML split into comparable blocks. White space between two tags does not count if it contains a line break. */
export function blocksOf(html: string): string[] {
  return html
    .replace(/>\s*\n\s*</g, '><')
    .replace(/\n\s*\n/g, '\n')
    .trim()
    .split(/(?=<(?:p|div|figure|h\d|ul|ol|table|pre|details|blockquote|audio|video)\b)/)
}
