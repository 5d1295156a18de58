import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html'
import type { Language } from '../../../shared/language.ts'
import { resizedPicture } from '../../../shared/picture.ts'
import { type AddressRewriter, permalinkMark } from '../../addresses/addresses.ts'
import { placeOf } from './ids.ts'
import { frameAt } from './embed-providers.ts'
import { linkSchemes } from './links.ts'
import { createPictureAttributes, omitUndefined } from './picture-attributes.ts'
import { unread } from './tree.ts'

const blocks =
  'p div figure figcaption blockquote pre hr ul ol li dl dt dd table caption thead tbody tfoot tr th td h2 h3 h4 h5 h6 details summary'
const inlines =
  'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'
const media = 'img picture source track audio video'

/** Classes of the editor's cards (Koenig), of the languages of code blocks and of the colours of code. */
const classes = ['kg-*', 'language-*', 'footnote*', 'hljs-*']

const attributes = {
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
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
}

/**
 * The tags and attributes that a post may have. Addresses of the CMS become addresses of this site; forbidden ones are removed.
 *
 * @param rewrite null if posts have no CMS: addresses then stay as they are
 */
export function createAllowList(rewrite: AddressRewriter | null): (language: Language) => IOptions {
  const pictures = createPictureAttributes(rewrite)
  const own = (address: string | undefined, to: 'media' | 'picture') =>
    (address !== undefined && rewrite ? rewrite[to](address) : address) ?? undefined

  return (language) => ({
    allowedTags: `${blocks} ${inlines} ${media}`.split(' '),
    allowedAttributes: attributes,
    allowedClasses: { '*': classes },
    allowedSchemes: linkSchemes,
    // Only `data:` addresses that `isInlinePicture` accepts are left.
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    selfClosing: [...sanitizeHtml.defaults.selfClosing, 'source', 'track', 'wbr'],
    // An empty `download` has a meaning.
    nonBooleanAttributes: sanitizeHtml.defaults.nonBooleanAttributes.filter((name) => name !== 'download'),
    allowProtocolRelative: false,
    nonTextTags: unread,
    exclusiveFilter: ({ tag, attribs }) =>
      ((tag === 'img' || tag === 'track') && !attribs.src) || (tag === 'source' && !attribs.src && !attribs.srcset),
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: withAllowedAria(tagName, attribs) }),
      h1: 'h2',
      pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs, language) }),
      img: (tagName, attribs) => ({ tagName, attribs: pictures.image(attribs) }),
      source: (tagName, attribs) => ({ tagName, attribs: pictures.source(attribs) }),
      track: (tagName, { src, ...attribs }) => ({
        tagName,
        attribs: { ...attribs, ...omitUndefined({ src: own(src, 'media') }) },
      }),
      audio: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
      video: (tagName, attribs) => ({ tagName, attribs: playerAttributes(attribs) }),
      div: (tagName, attribs) => ({ tagName, attribs: frameAttributes(attribs, language) }),
    },
  })

  function linkAttributes(attribs: Attributes, language: Language): Attributes {
    if (attribs.href === undefined || rewrite === null) return attribs
    // An empty `href` is dropped; the words stay.
    if (/(^|\s)kg-enlarge(\s|$)/.test(attribs.class ?? '')) {
      const picture = rewrite.picture(attribs.href) ?? ''
      return { ...attribs, href: resizedPicture(picture, 2400) }
    }
    const unknown = rewrite.unknownPath(attribs.href, language)
    const link = (rewrite.link(attribs.href, language) ?? '') + (unknown === null ? '' : permalinkMark + unknown)
    const href = link.replace(
      placeElsewhere,
      (_, article: string, id: string) => article + encodeURIComponent(placeOf(id)),
    )
    const given = (attribs.rel ?? '').toLowerCase().split(/\s+/)
    const rel = ['noopener', ...relations.filter((relation) => given.includes(relation))].join(' ')
    return { ...attribs, href, ...(/^https?:/.test(href) ? { rel } : {}) }
  }

  /** Ghost's players need its own script; the browser's controls need none. */
  function playerAttributes({ src, poster, ...attribs }: Attributes): Attributes {
    return {
      ...attribs,
      ...omitUndefined({ src: own(src, 'media'), poster: own(poster, 'picture') }),
      controls: 'controls',
      preload: 'metadata',
    }
  }

  /** Authors may write `data-frame` too, so the façade only loads it if its host is on the list. */
  function frameAttributes({ 'data-frame': frame, ...attribs }: Attributes, language: Language): Attributes {
    const address = frame === undefined || rewrite === null ? frame : rewrite.link(frame, language)
    return { ...attribs, ...omitUndefined({ 'data-frame': (address && frameAt(address)) || undefined }) }
  }
}

/** What authors declare about their links to search engines and, by `me`, to social networks. */
const relations = ['nofollow', 'sponsored', 'ugc', 'me', 'license']

/** A link to an id in another article. `normaliseIds` may have changed that id. */
const placeElsewhere = /^((?:\/(?:fr|en))?\/blog[/?][^#]*#)([\w%-]+)$/

/** Elements without a meaning of their own, and the roles that they may have. */
const plain = ['div', 'p', 'span']
const roles = ['group', 'img', 'note', 'region']

/** Elements that may carry `aria-label` without a role (ARIA in HTML, §4). */
const nameable = 'a audio blockquote details figure h2 h3 h4 h5 h6 hr img li ol summary table td th ul video'.split(' ')

function withAllowedAria(tag: string, attribs: Attributes): Attributes {
  const hasRole = plain.includes(tag) && roles.includes(attribs.role ?? '')
  // A link without an address is plain text.
  const mayHaveName = hasRole || (nameable.includes(tag) && (tag !== 'a' || Boolean(attribs.href)))
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => {
      if (name === 'role') return hasRole
      if (name === 'aria-label') return mayHaveName
      return name !== 'tabindex' || value === '0'
    }),
  )
}
