import { replaceByBlock } from './placeholder.ts'
import { visible } from './readable-text.ts'
import { bodyOf, linesOf, type Node, parseTree, type Tree } from './tree.ts'

/** Placeholders that Ghost's mails replace by a member's data. */
const placeholder =
  /(?:%%|%25%25)?(?:\{|%7B){1,2}(?:uuid|key|first_name|name|email|unsubscribe_url)(?:\}|%7D){1,2}(?:%%|%25%25)?/gi

/** Pages that redirect to the address in their query. Mail programs and word processors wrap links in them. */
const wrapper =
  /^(?:(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?\/url|[\w.-]+\.safelinks\.protection\.outlook\.com\/.*|lm?\.facebook\.com\/l\.php|(?:www\.)?youtube\.com\/redirect)$/

/** Elements in which editors put an address. A quotation may have its own text. */
const boxes = 'oembed, blockquote, [class*="embed" i]'
const bareAddress = /^\s*(?:(?:https?:)?\/)?\/[^\s/]\S*\s*$/

/** WordPress's own shortcodes. `[[gallery]]` shows `[gallery]` to readers. */
const shortcode = /(?<!\[)\[\/?(?:(?:wp_)?caption|gallery|playlist|audio|video|embed)(?![\w-])([^[\]]*)\](?!\])/g
const captioned = /^\s*\[(?:wp_)?caption\b([^[\]]*)\].*\[\/(?:wp_)?caption\]\s*$/is
const address = /(?:https?:\/)?\/[^\s"'“”‘’″′]+/i

/** Replaces what editors, importers and mails leave in posts and only they understand. */
export function replaceLeftovers($: Tree): void {
  $('iframe, embed, object, script').each((_, element) => {
    // A frame for a single member shows nothing to other readers.
    if (Object.values(element.attribs).some((value) => value.search(placeholder) >= 0))
      $(element).add($(element).closest('figure')).remove()
  })
  $('a[href], area[href]').each((_, element) => {
    element.attribs.href = unwrapped(element.attribs.href ?? '').replace(placeholder, '')
  })
  for (const line of linesOf($)) {
    const text = textOf(line)
    const [, caption] = captioned.exec(text) ?? []
    for (const part of line) if (part.nodeType === 3) part.data = withoutLeftovers(part.data)
    if (caption !== undefined) captionPictures($, line, caption)
    const [first, ...rest] = line.filter((part) => part.nodeType !== 3 || visible.test(part.data))
    const isChanged = textOf(line) !== text
    if (first === undefined && isChanged) for (const part of line) replaceByBlock($(part), '')
    if (first?.nodeType !== 3 || rest.length > 0 || !bareAddress.test(first.data)) continue
    const isEmbed = isChanged || $(first).parent().closest(boxes).is(':not(blockquote)')
    if (isEmbed) $(first).replaceWith(frameFor($, first.data.trim()))
  }
}

/** Removes placeholders and shortcodes; a shortcode's address stays. Without `%`, braces stay: they may be the author's. */
export function withoutLeftovers(text: string): string {
  return text
    .replace(placeholder, (found) => (found.startsWith('%') ? '' : found))
    .replace(shortcode, (_, attributes: string) => {
      const [found] = address.exec(attributes.replace(/\bposter=\S+/i, '')) ?? []
      return found === undefined ? '' : ` ${found} `
    })
}

function textOf(line: readonly Node[]): string {
  return line.map((part) => (part.nodeType === 3 ? part.data : '')).join('')
}

/** Makes the pictures of a line a figure, and its text their caption. Older exports have the caption in an attribute. */
function captionPictures($: Tree, line: readonly Node[], attributes: string): void {
  const first = $(line.slice(0, 1))
  const siblings = first.parent().contents()
  const group = siblings.slice(siblings.index(first), siblings.index($(line.slice(-1))) + 1)
  const pictures = group.filter((_, part) => $(part).find('img').addBack('img').length > 0)
  if (pictures.length === 0) return
  const place = $('<span>').insertBefore(first)
  const caption = $('<figcaption>').append(group.not(pictures))
  if (!visible.test(caption.text())) caption.text(/\bcaption=["“”″]([^"“”″]*)/i.exec(attributes)?.[1] ?? '')
  replaceByBlock(place, $('<figure>').append(pictures, visible.test(caption.text()) ? caption : ''))
}

/** A frame that counts towards the limits. `embeds.ts` replaces it by a façade, a player or a link. */
function frameFor($: Tree, src: string) {
  return $(bodyOf(parseTree('<iframe></iframe>', $)).children().get()).attr('src', src)
}

/** The target of a link, which each forwarded mail wraps again. The allow-list decides whether the target may stay. */
function unwrapped(href: string, maxWrappers = 4): string {
  const base = 'https://site.invalid'
  if (maxWrappers === 0 || !URL.canParse(href, base)) return href
  const { host, pathname, searchParams } = new URL(href, base)
  if (!wrapper.test(host + pathname)) return href
  const values = ['url', 'q', 'u'].map((name) => searchParams.get(name) ?? '')
  return unwrapped(values.find((value) => URL.canParse(value)) ?? href, maxWrappers - 1)
}
