import type { Language } from '../../../shared/language.ts'
import type { AddressRewriter } from '../addresses/cms-address.ts'
import type { GhostPost } from './client.ts'
import { createPostMaker, type MakePost } from './post-maker.ts'

/** Of a text that may be a bomb, as much as takes milliseconds, in UTF-16 code units. */
const mostCharacters = 100_000
const mostCharactersOfALine = 1000

const block =
  /<\/?(?:address|blockquote|br|dd|div|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)(?![\w-])[^<>]*>?/gi
const tag = /<[^<>]*>?/g

/** A post's words without any of its markup, in steps that are linear in its length, whatever it holds. */
export function createPlainPostMaker(rewrite: AddressRewriter, siteUrl: string): MakePost {
  const make = createPostMaker((html) => html, { ...rewrite, link: () => null }, siteUrl)
  return (post, language: Language) => make({ ...withShortLines(post), html: paragraphsOf(post.html ?? '') }, language)

  function paragraphsOf(html: string): string {
    const words = html.slice(0, mostCharacters).replace(block, '\n').replace(tag, '').replaceAll('>', '&gt;')
    const lines = words.split('\n')
    return lines.map((line) => (line.trim() === '' ? '' : `<p>${line.trim().replaceAll('<', '&lt;')}</p>`)).join('')
  }
}

/** Each text of it, however long, cut to a line; its captions may hold markup and go. */
function withShortLines(post: GhostPost): GhostPost {
  const entries = Object.entries(post).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? value.slice(0, mostCharactersOfALine) : value,
  ])
  return { ...post, ...Object.fromEntries(entries), feature_image_caption: null }
}
