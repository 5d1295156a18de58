import sanitizeHtml from 'sanitize-html'
import { company } from '../../shared/company.ts'
import type { Language } from '../../shared/language.ts'
import type { AddressRewriter } from './cms-address.ts'
import { createPictureAttributes } from './pictures.ts'

/** A post's HTML made safe to show: no script, handler, style, frame or form, and no address of the CMS. */
export type Sanitise = (html: string, language: Language) => string

/** Words that the site itself puts into a post. */
export type SanitiseLabels = {
  /** The link that stands in for an embedded page, e.g. « Ouvrir sur www.youtube.com ». */
  embed: (language: Language, host: string) => string
  /** The name of a table that may scroll sideways. */
  table: (language: Language) => string
}

const blocks =
  'p div figure figcaption blockquote pre hr ul ol li dl dt dd table caption thead tbody tfoot tr th td h2 h3 h4 h5 h6'
const inlines = 'a abbr b br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'
const media = 'img picture source audio video'

/** Allow-list for the editor's cards: Koenig's own classes and the languages of code blocks. */
const classes = ['kg-*', 'language-*', 'footnote*']

/**
 * @param rewrite null where posts have no CMS (Markdown files): links and pictures then stay as they are
 */
export function createSanitise(rewrite: AddressRewriter | null, labels: SanitiseLabels): Sanitise {
  const pictures = createPictureAttributes(rewrite)
  return (html, language) => {
    const safe = withScrollingTables(sanitizeHtml(html, optionsFor(language)), language)
    // Between tags; sanitize-html's own text filter would drop the labels of embedded pages.
    return safe.replace(
      /(^|>)([^<]+)/g,
      (_, end: string, text: string) => end + (rewrite?.text(text, language) ?? text),
    )
  }

  /** A wide table scrolls by itself on a phone, which a keyboard must be able to do too (WCAG 2.1.1). */
  function withScrollingTables(html: string, language: Language): string {
    const open = `<div class="kg-scroll" role="group" tabindex="0" aria-label="${labels.table(language)}"><table`
    return html.replace(/<table\b/g, open).replaceAll('</table>', '</table></div>')
  }

  function optionsFor(language: Language): sanitizeHtml.IOptions {
    return {
      allowedTags: `${blocks} ${inlines} ${media}`.split(' '),
      allowedAttributes: {
        '*': ['id', 'lang', 'dir', 'title'],
        a: ['href', 'rel', 'download'],
        img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
        source: ['src', 'srcset', 'sizes', 'type', 'media'],
        audio: ['src', 'controls', 'preload'],
        video: ['src', 'controls', 'preload', 'width', 'height', 'playsinline'],
        time: ['datetime'],
        pre: ['tabindex'],
        ol: ['start', 'reversed'],
        th: ['colspan', 'rowspan', 'scope'],
        td: ['colspan', 'rowspan'],
      },
      allowedClasses: { '*': classes },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      // `download=""` means something, though it is empty.
      nonBooleanAttributes: sanitizeHtml.defaults.nonBooleanAttributes.filter((name) => name !== 'download'),
      allowProtocolRelative: false,
      // Labels of controls whose script is gone: of no use to a reader.
      nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'button', 'svg', 'form'],
      exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
      transformTags: {
        '*': (tagName, attribs) => ({ tagName, attribs: withPlainWords(attribs, language) }),
        h1: 'h2',
        pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
        a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs, language) }),
        img: (tagName, attribs) => ({ tagName, attribs: pictures.image(attribs) }),
        source: (tagName, attribs) => ({ tagName, attribs: pictures.source(attribs) }),
        audio: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
        video: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
        iframe: (_, attribs) => embedLink(attribs, language),
      },
    }
  }

  /** Attributes that are read as words. */
  function withPlainWords(attribs: sanitizeHtml.Attributes, language: Language): sanitizeHtml.Attributes {
    const words = ['alt', 'title'].flatMap((name) => {
      const value = attribs[name]
      return value === undefined || rewrite === null ? [] : [[name, rewrite.text(value, language)] as const]
    })
    return { ...attribs, ...Object.fromEntries(words) }
  }

  function linkAttributes(attribs: sanitizeHtml.Attributes, language: Language): sanitizeHtml.Attributes {
    if (attribs.href === undefined || rewrite === null) return attribs
    const href = rewrite.link(attribs.href, language)
    return { ...attribs, href, ...(/^https?:/.test(href) ? { rel: 'noopener' } : {}) }
  }

  /** Ghost's players wait for its own script; the browser's controls need none. */
  function playerAttributes({ src, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
    const address = src === undefined || rewrite === null ? (src ?? null) : rewrite.media(src)
    return {
      ...attribs,
      ...(address === null ? {} : { src: address }),
      controls: 'controls',
      preload: 'metadata',
    }
  }

  /** Nothing of a third party loads on its own: an embedded page becomes a link to it. */
  function embedLink({ src = '' }: sanitizeHtml.Attributes, language: Language): sanitizeHtml.Tag {
    const address = src.startsWith('//') ? `https:${src}` : src
    if (!URL.canParse(address) || !/^https?:/.test(address)) return { tagName: 'span', attribs: {} }
    const href = rewrite?.link(address, language) ?? address
    const host = href === address ? new URL(address).host : company.name
    return { tagName: 'a', attribs: { href, rel: 'noopener' }, text: labels.embed(language, host) }
  }
}
