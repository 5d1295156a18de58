import type { PostLabels } from './labels.ts'
import { longPicture } from './picture-attributes.ts'
import { type PlainLink, replaceByBlock, sidesOf } from './placeholder.ts'
import { type Nodes, replaceBy, type Tree, unwrap } from './tree.ts'

/** Attributes in which common lazy loaders keep an address until their script runs. The first one present applies. */
const lazySources = (
  'data-src data-lazy-src data-original data-lazy data-lazyload data-original-src data-actualsrc data-cfsrc data-ll-src ' +
  'nitro-lazy-src data-echo data-image data-img-src data-full-src data-url'
).split(' ')
const lazySets = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'nitro-lazy-srcset']

/** Whether the site shows the picture at an address. */
export type IsAllowedMedia = (address: string) => boolean

/**
 * Makes pictures and players load without a script, and replaces `noscript` by its content. If both have the same picture, it is
 * kept once.
 */
export function loadLazyMedia($: Tree, isAllowedMedia: IsAllowedMedia): void {
  // The content of a web component (declarative shadow DOM).
  $('template[shadowrootmode]').each((_, element) => unwrap($(element)))
  $('img, picture > source').each((_, element) => {
    const picture = $(element)
    const set = valueIn(picture, lazySets, (value) => value !== '')
    if (set !== undefined) picture.attr('srcset', set).removeAttr('sizes')
    if (!picture.is('img')) return
    const address =
      valueIn(picture, lazySources, isAllowedMedia) ??
      (isPlaceholder(srcOf(picture)) ? firstOf(picture.attr('srcset')) : undefined)
    if (address !== undefined && isAllowedMedia(address)) picture.attr('src', address).removeAttr('style')
  })
  $('audio, video, audio > source, video > source')
    .not('[src]')
    .each((_, element) => void $(element).attr('src', valueIn($(element), lazySources, Boolean)))
  $('noscript').each((_, element) => {
    const instead = $(element)
    // If an author replaces a script, no link to the script is needed.
    if (instead.find('img, a[href], iframe').length > 0) instead.prev('script').remove()
    instead.find('img').each((_, picture) => mergeTwin($(picture), instead))
    unwrap(instead)
  })

  /** The picture beside `noscript` already has its place, link and caption, but perhaps no address. */
  function mergeTwin(picture: Nodes, instead: Nodes): void {
    const beside = [instead.prev(), instead.next()].flatMap((part) => part.find('img').addBack('img').get())
    const twin = beside
      .map((element) => $(element))
      .find(
        (candidate) => isPlaceholder(srcOf(candidate)) || fileNameOf(srcOf(candidate)) === fileNameOf(srcOf(picture)),
      )
    if (twin === undefined) return
    if (!isPlaceholder(srcOf(twin))) picture.remove()
    else twin.replaceWith(picture)
  }

  /** An inline picture only keeps the place of the one that a script would load. */
  function isPlaceholder(address: string): boolean {
    return !isAllowedMedia(address) || address.startsWith('data:')
  }
}

/** Copies a picture's width from its style, which the allow-list removes. The picture of an emoji becomes the character. */
export function keepShownWidths($: Tree): void {
  $('img:is(.emoji, .wp-smiley)').each((_, element) => {
    const { alt = '' } = element.attribs
    // Otherwise it is a name, such as `:heart:`.
    if (/[^ -~]/.test(alt)) replaceBy($(element), $('<span>').text(alt).contents())
  })
  $('img[style]').each((_, element) => {
    const [, width] = /(?:^|;)\s*width\s*:\s*([1-9]\d{0,3})(?:\.\d+)?px/i.exec(element.attribs.style ?? '') ?? []
    if (width === undefined) return
    const written = sidesOf($(element))
    const height =
      written.width && written.height && Math.max(1, Math.round((Number(width) * written.height) / written.width))
    $(element)
      .attr('width', width)
      .attr('height', height === null ? null : String(height))
  })
}

/**
 * Replaces a picture that the site cannot show by a link to it, or else by its `alt`, as browsers do if loading fails. An inline
 * picture that is too long and has no `alt` becomes a sentence.
 */
export function replaceAbsentPictures(
  $: Tree,
  labels: PostLabels,
  isAllowedMedia: IsAllowedMedia,
  plainLink: PlainLink,
): void {
  $('img').each((_, element) => {
    const picture = $(element)
    if (isAllowedMedia(srcOf(picture))) return
    const written = picture.attr('alt') ?? ''
    const alt = written.trim() === '' && srcOf(picture) === longPicture ? labels.longPicture : written
    // The sources of a `picture` are useless without its `img`.
    const around = picture.closest('picture')
    const whole = around.length > 0 ? around : picture
    const link = plainLink(srcOf(picture), alt.trim())
    const words = link === '' ? alt : alt.trim() || srcOf(picture)
    // HTML has no link within a link.
    if (link === '' || picture.closest('a[href]').length > 0) replaceBy(whole, $('<span>').text(words).contents())
    else replaceByBlock(whole, link)
  })
}

function srcOf(picture: Nodes): string {
  return picture.attr('src') ?? ''
}

function valueIn(node: Nodes, names: readonly string[], fits: (value: string) => boolean): string | undefined {
  return names.map((name) => node.attr(name)?.trim()).find((value) => value !== undefined && fits(value))
}

function firstOf(srcset: string | undefined): string | undefined {
  return srcset?.trim().split(/[\s,]/, 1)[0]
}

/** A name that all addresses of a picture share: without the host, and without the size that a CMS adds. */
function fileNameOf(address: string): string {
  const [, name = '', query = ''] = /([^/?#]*)(\?[^#]*)?(?:#.*)?$/.exec(address) ?? []
  const plain = name.replace(/-\d+x\d+(?=\.\w+$)/, '')
  return plain.includes('.') ? plain : plain + query
}
