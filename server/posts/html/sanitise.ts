import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import type { Language } from '../../../shared/language.ts'
import type { AddressRewriter } from '../addresses/cms-address.ts'
import { withoutControlCharacters } from './plain-text.ts'
import { createAllowList } from './allow-list.ts'
import { normaliseCards } from './cards.ts'
import { highlightCode } from './code.ts'
import { nameDrawings } from './drawings.ts'
import { replaceEmbeds } from './embeds.ts'
import { spellFormulas } from './formulas.ts'
import { removeEmptyHeadings, removeHidden } from './hidden.ts'
import { normaliseIds } from './ids.ts'
import type { PostLabels } from './labels.ts'
import { normaliseRuby, replaceObsolete } from './legacy-markup.ts'
import { nameLinks, resolvePortalLinks, unwrapControls } from './links.ts'
import { addColourClasses } from './palette.ts'
import { loadLazyMedia, replaceAbsentPictures } from './pictures.ts'
import { createPlainLink } from './placeholder.ts'
import { normalisePlayers } from './players.ts'
import { htmlOf, isBlank, parseTree } from './tree.ts'

/**
 * A post's HTML made safe to show: no script, handler, style, frame or form, and no link to the CMS. Empty where a reader would
 * see nothing. Throws where the HTML is beyond the parse limits.
 */
export type Sanitise = (html: string, language: Language) => string

/**
 * Cards are normalised on the tree, before anything is trusted; the allow-list comes last, over all that they made. So a mistake
 * in a card can lose something, but can let nothing through.
 *
 * @param rewrite null where posts have no CMS (Markdown files): links and pictures then stay as they are
 */
export function createSanitise(
  rewrite: AddressRewriter | null,
  labelsIn: (language: Language) => PostLabels,
): Sanitise {
  const allowList = createAllowList(rewrite)
  return (html, language) => {
    const labels = labelsIn(language)
    // Half a surrogate pair shows nothing, and two of them in a row make parse5 8 throw: one post would cost the whole list.
    const tree = parseTree(html.replace(/\p{Surrogate}/gu, '\ufffd'))
    const ownLink = (address: string) => (rewrite ? rewrite.link(address, language) : address)
    loadLazyMedia(tree, shows)
    removeHidden(tree)
    if (rewrite !== null) resolvePortalLinks(tree, ownLink)
    spellFormulas(tree)
    nameDrawings(tree)
    normaliseRuby(tree)
    replaceObsolete(tree)
    addColourClasses(tree)
    normaliseCards(tree, labels)
    const plainLink = createPlainLink(tree, labels, ownLink)
    replaceEmbeds(tree, labels, plainLink, shows)
    replaceAbsentPictures(tree, shows)
    normalisePlayers(tree, labels, plainLink, (address) => rewrite === null || rewrite.media(address) !== null)
    unwrapControls(tree)
    nameLinks(tree, labels, ownLink)
    removeEmptyHeadings(tree)
    highlightCode(tree)
    normaliseIds(tree)
    const safe = withoutControlCharacters(sanitizeHtml(htmlOf(tree), allowList(language)))
    return isBlank(safe) ? '' : safe
  }

  /** Whether the allow-list will leave a picture of this address. */
  function shows(address: string): boolean {
    if (address === '') return false
    return rewrite ? rewrite.picture(address) !== null : /^(?:https?:|(?!\/\/|[\w+.-]+:))/i.test(address)
  }
}

/**
 * Characters of HTML that are memoised, of all posts together. The strings of cached posts take no more room, and a bound below
 * the length of a list would keep nothing at all: each post would push out the one that is asked for next.
 */
const maxCharacters = 200_000_000

/** Sanitises the same HTML once: a list is read again every minute, and its posts hardly ever change. */
export function memoiseSanitise(sanitise: Sanitise): Sanitise {
  const memo = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  return (html, language) => {
    const key = language + createHash('sha256').update(html).digest('base64')
    const known = memo.get(key)
    if (known !== undefined) return known
    const safe = sanitise(html, language)
    memo.set(key, safe)
    return safe
  }
}
