import type { PostLabels } from './labels.ts'
import { longPicture } from './picture-attributes.ts'
import { type PlainLink, replaceByBlock, sidesOf } from './placeholder.ts'
import { type Nodes, replaceBy, type Tree, unwrap } from './tree.ts'

/** Where the usual lazy loaders keep an address until their script runs; the first that is there counts. */
const lazySources = (
  'data-src data-lazy-src data-original data-lazy data-lazyload data-original-src data-actualsrc data-cfsrc data-ll-src ' +
  'nitro-lazy-src data-echo data-image data-img-src data-full-src data-url'
).split(' ')
const lazySets = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'nitro-lazy-srcset']

/** Whether the site shows the picture at an address. */
export type IsAllowedMedia = (address: string) => boolean

/**
 * Pictures and players as they are without a script: those that wait for one come at once, and the content of `noscript` applies.
 * The same picture in both comes once.
 */
export function loadLazyMedia($: Tree, isAllowedMedia: IsAllowedMedia): void {
  // The root of a component that is drawn already.
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
    // An author's replacement for a script needs no link to that script.
    if (instead.find('img, a[href], iframe').length > 0) instead.prev('script').remove()
    instead.find('img').each((_, picture) => mergeTwin($(picture), instead))
    unwrap(instead)
  })

  /** The picture beside has its place, its link and its caption already; it may have no address. */
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

  /** A picture in the text itself only keeps the place of one that comes later. */
  function isPlaceholder(address: string): boolean {
    return !isAllowedMedia(address) || address.startsWith('data:')
  }
}

/** Gives pictures the width that an author's style gives them, which does not come through; an emoji is its sign. */
export function keepShownWidths($: Tree): void {
  $('img:is(.emoji, .wp-smiley)').each((_, element) => {
    const { alt = '' } = element.attribs
    // Elsewhere it is a name, as `:heart:`.
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
 * A picture that the site cannot show leaves a link to where it is, or else its `alt`, as in a browser where it fails to load. One that
 * is too long and has neither leaves a sentence.
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
    // The other forms of a picture are nothing without it.
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

/** The same for all addresses of a picture: without the host, or the size that a CMS writes into it. */
function fileNameOf(address: string): string {
  const [, name = '', query = ''] = /([^/?#]*)(\?[^#]*)?(?:#.*)?$/.exec(address) ?? []
  const plain = name.replace(/-\d+x\d+(?=\.\w+$)/, '')
  return plain.includes('.') ? plain : plain + query
}
