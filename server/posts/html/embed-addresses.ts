import { visible } from './readable-text.ts'
import type { Nodes, Tree } from './tree.ts'

/** Whole addresses, and those that begin at the root of their own site. */
export function webAddresses(values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => {
    const address = value?.trim() ?? ''
    return /^(?:(?:https?:)?\/\/|\/)\w/i.test(address) ? [address] : []
  })
}

/** The whole addresses in attributes that scripts read, those of an expected name first. */
export function dataAddresses(node: Nodes): string[] {
  const expected = /^data-(?:url|href|src|link|permalink)$/
  const attributes = Object.entries(node.attr() ?? {}).filter(
    ([name, value]) => /^data-(?!frame$|kg-)/.test(name) && /^\s*(?:https?:)?\/\/\w/i.test(value),
  )
  const first = attributes.filter(([name]) => expected.test(name))
  const others = attributes.filter(([name]) => !expected.test(name))
  return [...first, ...others].map(([, value]) => value.trim())
}

/** Of an object or a plug-in: what its player is to play, what it names itself, and what waits for a script. */
export function objectAddresses($: Tree, node: Nodes): string[] {
  const valuesOf = (name: RegExp) => {
    const named = node.children('param').filter((_, { attribs }) => name.test(attribs.name ?? ''))
    return named.map((_, { attribs }) => attribs.value ?? '').get()
  }
  const values = valuesOf(/^(?:movie|src|url|filename|href|file)$/i)
  const own = webAddresses([node.attr('data'), node.attr('src'), ...values, ...dataAddresses(node)])
  const queries = own.flatMap((address) => /\.swf\?(.*)$/i.exec(address)?.[1] ?? [])
  const parameters = [node.attr('flashvars') ?? '', ...valuesOf(/^flashvars$/i), ...queries]
  return [...webAddresses(parameters.flatMap(addressesWithin)), ...own]
}

/** @param parameters of a player, written like a query */
function addressesWithin(parameters: string): string[] {
  const values = [...new URLSearchParams(parameters).values()]
  return values.flatMap((value) => value.match(/(?:https?:)?\/\/[^\s"'<>|,}]+|^\/[^\s"'<>|,}]+/gi) ?? [])
}

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

/** Libraries and counters, which show nothing where they stand. */
const supporting =
  /(?:^|\.)(?:googletagmanager|google-analytics|googlesyndication|googleapis|doubleclick|jquery|jsdelivr|cloudflare|cloudflareinsights|unpkg|polyfill|mathjax|bootstrapcdn|addthis|hotjar|plausible)\.\w+$/

/** Hosts whose script has the address of its page, with an ending. */
const withPage = /^https:\/\/(?:gist\.github\.com|asciinema\.org|gitlab\.com)\/.+?(?=\.js(?:[?#]|$))/

/** A file's name that is a token of one thing: with a digit, or in mixed letters; no version of a library. */
const token = /^(?!v\d)(?!.*[-.@_]v?\d+\.\d)(?=.*\d|.*[a-z].*[A-Z]|.*[A-Z].*[a-z]).+$/

/**
 * The page that a script would have written into an article, where the script's address names one thing, as a gist's does. Null
 * for a loader, which works on what stands beside it, and for any other script.
 *
 * @param src absolute, or without protocol
 * @param hasData whether the script's attributes say what it shows
 */
export function pageOfScript(src: string, hasData: boolean): string | null {
  const address = src.trim().replace(/^(?:http:)?\/\//, 'https://')
  if (!/^https:/.test(address) || !URL.canParse(address)) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (supporting.test(hostname)) return null
  const parts = pathname.split('/').filter(Boolean)
  const name = (parts.pop() ?? '').replace(/\.(?:js|jsonp?)$/, '')
  const isAsked = [...searchParams.keys()].some((key) => /(?:^|[_-])(?:id|target|url|slug|src|key|hash)$/i.test(key))
  const isEmbed = name === 'embed' ? parts.some((part) => token.test(part)) : parts.some((part) => /^embed/.test(part))
  if (!hasData && !isAsked && !isEmbed && !token.test(name)) return null
  const [page = address] = withPage.exec(address) ?? []
  return page
}
