import { dataAddresses, webAddresses } from './named-addresses.ts'
import { type Nodes, visible } from './tree.ts'

/** Elements that may wait, empty, for a script to fill them. */
const boxes = /^(?:div|span|p|figure|blockquote|button|ins|td|li|oembed|[a-z]+-[\w-]+)$/

/** What shows something by itself. */
const shown = 'img, audio, video, iframe, object, embed, form, hr, [data-frame], a[href]'

/** Widgets that name what they show by its number or path at their vendor's, each with what comes before it there. */
const vendors: readonly (readonly [widget: string, attribute: string, start: string])[] = [
  ['[data-tf-widget]', 'data-tf-widget', 'https://form.typeform.com/to/'],
  ['.flourish-embed', 'data-src', 'https://public.flourish.studio/'],
  ['.infogram-embed', 'data-id', 'https://infogram.com/'],
  ['lite-youtube, amp-youtube', 'videoid', 'https://www.youtube.com/embed/'],
  ['amp-youtube', 'data-videoid', 'https://www.youtube.com/embed/'],
  ['lite-vimeo, amp-vimeo', 'videoid', 'https://player.vimeo.com/video/'],
  ['amp-vimeo', 'data-videoid', 'https://player.vimeo.com/video/'],
]

/** The addresses that an element without content names, for a script to fill it; none where it shows something. */
export function widgetAddresses(node: Nodes, tag: string): string[] {
  if (!boxes.test(tag) || node.is('[data-frame], [class*="kg-"]') || node.find(shown).length > 0) return []
  if (tag !== 'button' && visible.test(node.text())) return []
  const atVendor = vendors.flatMap(([widget, attribute, start]) => {
    const path = node.is(widget) ? (node.attr(attribute) ?? '') : ''
    return /^\w[\w/-]*$/.test(path) ? [start + path] : []
  })
  // Of an element that HTML does not know, no attribute has a meaning of its own.
  const own = /-|^oembed$/.test(tag) ? webAddresses([node.attr('src'), node.attr('href'), node.attr('url')]) : []
  return [...atVendor, ...own, ...dataAddresses(node)]
}
