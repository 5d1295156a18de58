import sanitizeHtml from 'sanitize-html'
import { linkSchemes } from './links.ts'
import { inLines } from './readable-text.ts'

const blocks = 'p div figure figcaption blockquote pre hr ul ol li dl dt dd h2 h3 h4 h5 h6'
const tables = 'table caption thead tbody tfoot tr th td'
const inlines =
  'a abbr b bdi bdo br cite code del em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var'
const media = 'img picture source audio video'

/** The place of the newsletter block, and the notice of what a click loads: feeds have neither. */
const siteOnly = /<div class="kg-signup-card">[\s\S]*?<\/div>|<p class="kg-embed-notice">[^<]*<\/p>/g

/**
 * A post's HTML for feed readers, which have neither this site's style sheet nor its script: without classes, roles and data. A
 * link within the text leads to the article, since readers rename or drop ids.
 */
export function feedHtml(html: string, link: string): string {
  return sanitizeHtml(withPlainSummaries(html.replace(siteOnly, '')), {
    allowedTags: `${blocks} ${tables} ${inlines} ${media}`.split(' '),
    allowedAttributes: {
      a: ['href', 'download'],
      abbr: ['title'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height'],
      source: ['src', 'srcset', 'sizes', 'type', 'media'],
      audio: ['src', 'controls'],
      video: ['src', 'poster', 'controls', 'width', 'height'],
      time: ['datetime'],
      ol: ['start', 'reversed', 'type'],
      li: ['value'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      '*': ['lang', 'dir'],
    },
    allowedSchemes: linkSchemes,
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    selfClosing: [...sanitizeHtml.defaults.selfClosing, 'source'],
    nonBooleanAttributes: sanitizeHtml.defaults.nonBooleanAttributes.filter((name) => name !== 'download'),
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'button', 'svg', 'form', 'nav'],
    transformTags: {
      details: 'div',
      '*': (tagName, attribs) => ({ tagName, attribs: withAbsoluteAddresses(attribs, link) }),
    },
  })
}

/** A summary becomes a heading, since it opens nothing in a feed. */
function withPlainSummaries(html: string): string {
  return html.replace(/<summary\b[^>]*>([\s\S]*?)<\/summary>/g, (_, inner: string) => `<h4>${inLines(inner)}</h4>`)
}

function withAbsoluteAddresses(attribs: sanitizeHtml.Attributes, link: string): sanitizeHtml.Attributes {
  const absolute = (address: string) => (URL.canParse(address, link) ? new URL(address, link).href : address)
  const entries = Object.entries(attribs).map(([name, value]) => {
    // A comma separates if white space follows. Otherwise it belongs to the address.
    if (name === 'srcset')
      return [
        name,
        value.replace(/(^|,\s+)(\S+)/g, (_, gap: string, address: string) => gap + absolute(address)),
      ] as const
    return [name, ['src', 'href', 'poster'].includes(name) ? absolute(value) : value] as const
  })
  return Object.fromEntries(entries)
}
