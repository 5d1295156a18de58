import sanitizeHtml from 'sanitize-html'
import type { Language } from '../../../shared/language.ts'
import type { AddressRewriter } from '../addresses/cms-address.ts'
import { standInForPictures } from './absent-pictures.ts'
import { settleIds } from './anchors.ts'
import { settleCards } from './cards.ts'
import { highlightCode } from './code.ts'
import { nameDrawings } from './drawings.ts'
import { frameAt } from './embed-hosts.ts'
import { standInForEmbeds } from './embeds.ts'
import { spellFormulas } from './formulas.ts'
import { dropSilentHeadings } from './headings.ts'
import { removeHidden } from './hidden.ts'
import type { PostLabels } from './labels.ts'
import { wakePictures } from './lazy-pictures.ts'
import { nameLinks } from './links.ts'
import { unwrapControls } from './nested-controls.ts'
import { settleObsolete } from './obsolete.ts'
import { settlePlayers } from './players.ts'
import { settleReadings } from './ruby.ts'
import { settlePortal } from './portal.ts'
import { createPlainLink } from './stand-in.ts'
import { nameTones } from './tones.ts'
import { htmlOf, isBlank, parseTree } from './tree.ts'
import { withFittingUse } from './uses.ts'
import { permalinkMark } from '../addresses/permalinks.ts'
import { createPictureAttributes } from './picture-attributes.ts'
import { withoutUnshown } from '../addresses/plain-words.ts'

/**
 * A post's HTML made safe to show: no script, handler, style, frame or form, and no address of the CMS. Empty where a reader
 * would see nothing.
 */
export type Sanitise = (html: string, language: Language) => string

const blocks =
  'p div figure figcaption blockquote pre hr ul ol li dl dt dd table caption thead tbody tfoot tr th td h2 h3 h4 h5 h6 details summary'
const inlines =
  'a abbr b br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'
const media = 'img picture source track audio video'

/** Allow-list for the editor's cards: Koenig's own classes, the languages of code blocks and the colours of code. */
const classes = ['kg-*', 'language-*', 'footnote*', 'hljs-*']

/** Content that goes with its element: no reader is to see it. */
const unread = 'script style textarea option noscript template button svg math form iframe object title select'.split(
  ' ',
)

/**
 * Cards are settled on the tree, before anything is trusted; the allow-list comes after them, over whatever they made. So a
 * mistake in a card can lose something, but can let nothing through.
 *
 * @param rewrite null where posts have no CMS (Markdown files): links and pictures then stay as they are
 */
export function createSanitise(
  rewrite: AddressRewriter | null,
  labelsIn: (language: Language) => PostLabels,
): Sanitise {
  const pictures = createPictureAttributes(rewrite)
  return (html, language) => {
    const labels = labelsIn(language)
    // Half a character is shown by nobody, and two of them in a row make parse5 8 throw: one post would cost the whole list.
    const tree = parseTree(html.replace(/\p{Surrogate}/gu, '\ufffd'))
    const ownLink = (address: string) => (rewrite ? rewrite.link(address, language) : address)
    wakePictures(tree, shows)
    removeHidden(tree)
    if (rewrite !== null) settlePortal(tree, ownLink)
    spellFormulas(tree)
    nameDrawings(tree)
    settleReadings(tree)
    settleObsolete(tree)
    nameTones(tree)
    settleCards(tree, labels)
    const plainLink = createPlainLink(tree, labels, ownLink)
    standInForEmbeds(tree, labels, plainLink, shows)
    standInForPictures(tree, shows)
    settlePlayers(tree, labels, plainLink, (address) => rewrite === null || rewrite.media(address) !== null)
    unwrapControls(tree)
    nameLinks(tree, labels, unread, ownLink)
    dropSilentHeadings(tree, unread)
    highlightCode(tree)
    settleIds(tree)
    const safe = withoutUnshown(sanitizeHtml(htmlOf(tree), optionsFor(language)))
    return isBlank(safe) ? '' : safe
  }

  /** Whether a picture of this address will be left by the allow-list. */
  function shows(address: string): boolean {
    return (
      address !== '' && (rewrite ? rewrite.picture(address) !== null : /^(?:https?:|(?!\/\/|[\w+.-]+:))/i.test(address))
    )
  }

  function optionsFor(language: Language): sanitizeHtml.IOptions {
    return {
      allowedTags: `${blocks} ${inlines} ${media}`.split(' '),
      allowedAttributes: {
        '*': ['id', 'lang', 'dir', 'title', 'aria-label'],
        a: ['href', 'rel', 'download'],
        img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
        source: ['src', 'srcset', 'sizes', 'type', 'media'],
        audio: ['src', 'controls', 'preload', 'loop', 'muted'],
        video: ['src', 'controls', 'preload', 'loop', 'muted', 'width', 'height', 'playsinline', 'poster'],
        track: ['src', 'kind', 'srclang', 'label', 'default'],
        time: ['datetime'],
        pre: ['tabindex'],
        details: ['open'],
        div: ['data-frame', 'data-width', 'data-height', 'tabindex', 'role'],
        p: ['role'],
        span: ['role'],
        ol: ['start', 'reversed'],
        th: ['colspan', 'rowspan', 'scope'],
        td: ['colspan', 'rowspan'],
      },
      allowedClasses: { '*': classes },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      selfClosing: [...sanitizeHtml.defaults.selfClosing, 'source', 'track', 'wbr'],
      // `download=""` means something, though it is empty.
      nonBooleanAttributes: sanitizeHtml.defaults.nonBooleanAttributes.filter((name) => name !== 'download'),
      allowProtocolRelative: false,
      nonTextTags: unread,
      exclusiveFilter: ({ tag, attribs }) =>
        ((tag === 'img' || tag === 'track') && !attribs.src) || (tag === 'source' && !attribs.src && !attribs.srcset),
      transformTags: {
        '*': (tagName, attribs) => ({ tagName, attribs: withFittingUse(tagName, attribs) }),
        h1: 'h2',
        pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
        a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs, language) }),
        img: (tagName, attribs) => ({ tagName, attribs: pictures.image(attribs) }),
        source: (tagName, attribs) => ({ tagName, attribs: pictures.source(attribs) }),
        track: (tagName, attribs) => ({ tagName, attribs: trackAttributes(attribs) }),
        audio: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
        video: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
        div: (tagName, attribs) => ({ tagName, attribs: frameAttributes(attribs, language) }),
      },
    }
  }

  function linkAttributes(attribs: sanitizeHtml.Attributes, language: Language): sanitizeHtml.Attributes {
    if (attribs.href === undefined || rewrite === null) return attribs
    // An empty one is left out, and the words stay.
    const unknown = rewrite.unknownPath(attribs.href, language)
    const href = (rewrite.link(attribs.href, language) ?? '') + (unknown === null ? '' : permalinkMark + unknown)
    return { ...attribs, href, ...(/^https?:/.test(href) ? { rel: 'noopener' } : {}) }
  }

  /** Ghost's players wait for its own script; the browser's controls need none. */
  function playerAttributes({ src, poster, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
    const address = src === undefined || rewrite === null ? (src ?? null) : rewrite.media(src)
    const still = poster === undefined || rewrite === null ? (poster ?? null) : rewrite.picture(poster)
    return {
      ...attribs,
      ...(address === null ? {} : { src: address }),
      ...(still === null ? {} : { poster: still }),
      controls: 'controls',
      preload: 'metadata',
    }
  }

  /** What is said in a film, for whoever does not hear it; another host's words would not load. */
  function trackAttributes({ src, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
    const address = src === undefined || rewrite === null ? (src ?? null) : rewrite.media(src)
    return address === null ? attribs : { ...attribs, src: address }
  }

  /** Only the façade of a host on the list may name what it will load, whoever wrote it. */
  function frameAttributes({ 'data-frame': frame, ...attribs }: sanitizeHtml.Attributes, language: Language) {
    const address = frame === undefined || rewrite === null ? frame : rewrite.link(frame, language)
    const known = address ? frameAt(address) : null
    return known === null ? attribs : { ...attribs, 'data-frame': known }
  }
}
