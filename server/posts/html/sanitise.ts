import sanitizeHtml from 'sanitize-html'
import type { Language } from '../../../shared/language.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import { withoutControlCharacters } from './plain-text.ts'
import { createAllowList } from './allow-list.ts'
import { normaliseCards } from './cards.ts'
import { highlightCode } from './code.ts'
import { replaceEmbeds } from './embeds.ts'
import { linkPictures } from './enlargeable.ts'
import { removeEmptyHeadings, removeHidden } from './hidden.ts'
import { normaliseIds } from './ids.ts'
import type { PostLabels } from './labels.ts'
import { replaceLeftovers } from './leftovers.ts'
import { normaliseRuby, replaceObsolete } from './legacy-markup.ts'
import { nameLinks, resolvePortalLinks, unwrapControls } from './links.ts'
import { checkResultLength } from './parse-limits.ts'
import { addColourClasses } from './palette.ts'
import { isInlinePicture, withoutLongPictures } from './picture-attributes.ts'
import { keepShownWidths, loadLazyMedia, replaceAbsentPictures } from './pictures.ts'
import { createPlainLink } from './placeholder.ts'
import { normalisePlayers } from './players.ts'
import { isBlank } from './readable-text.ts'
import { htmlOf, parseTree } from './tree.ts'
import { typesetPost } from './typography.ts'
import { replaceByText } from './words.ts'

/**
 * Makes a post's HTML safe to show: no script, handler, style, frame or form, and no link to the CMS. Empty if readers would
 * see nothing. Throws if the HTML exceeds the parse limits.
 */
export type Sanitise = (html: string, language: Language) => string

/**
 * Cards are normalised on the untrusted tree. The allow-list comes last, and checks their output too: a mistake in a card can lose
 * content, but cannot let anything unsafe through.
 *
 * @param rewrite null if posts have no CMS (Markdown files): links and pictures then stay as they are
 */
export function createSanitise(
  rewrite: AddressRewriter | null,
  labelsIn: (language: Language) => PostLabels,
): Sanitise {
  const allowList = createAllowList(rewrite)
  return (html, language) => {
    const labels = labelsIn(language)
    const tree = parseTree(withoutLongPictures(html))
    const ownLink = (address: string) => (rewrite ? rewrite.link(address, language) : address)
    loadLazyMedia(tree, isAllowedMedia)
    keepShownWidths(tree)
    removeHidden(tree)
    replaceLeftovers(tree)
    if (rewrite !== null) resolvePortalLinks(tree, ownLink)
    replaceByText(tree)
    normaliseRuby(tree)
    replaceObsolete(tree)
    addColourClasses(tree)
    normaliseCards(tree, labels)
    const plainLink = createPlainLink(tree, labels, ownLink)
    replaceEmbeds(tree, labels, plainLink, isAllowedMedia)
    // With a CMS, this site serves the pictures of other hosts, so no link to them is needed.
    replaceAbsentPictures(tree, labels, isAllowedMedia, rewrite === null ? plainLink : () => '')
    normalisePlayers(tree, labels, plainLink, isPlayable)
    unwrapControls(tree)
    linkPictures(tree, labels)
    nameLinks(tree, labels, ownLink)
    removeEmptyHeadings(tree)
    typesetPost(tree, language)
    highlightCode(tree)
    normaliseIds(tree)
    const safe = withoutControlCharacters(sanitizeHtml(checkResultLength(htmlOf(tree)), allowList(language)))
    return isBlank(safe) ? '' : checkResultLength(safe)
  }

  /** Whether the Content-Security-Policy allows players to load this address. */
  function isPlayable(address: string): boolean {
    return rewrite ? rewrite.media(address) !== null : isOfThisSite(address)
  }

  /** Whether the allow-list keeps pictures with this address. */
  function isAllowedMedia(address: string): boolean {
    if (address === '') return false
    if (isInlinePicture(address.trim())) return true
    return rewrite ? rewrite.picture(address) !== null : isOfThisSite(address)
  }
}

/** Whether an address names no host. The Content-Security-Policy blocks other hosts. */
function isOfThisSite(address: string): boolean {
  return !/^\s*(?:\/\/|[\w+.-]+:)/.test(address)
}
