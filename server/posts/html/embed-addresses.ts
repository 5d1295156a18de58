import type { Nodes } from './tree.ts'

/** Widgets that name their content by its id at a vendor's: the attribute, with or without `data-`, and the address before the id. */
const vendors: readonly (readonly [widget: string, attribute: string, start: string])[] = [
  ['[data-tf-widget]', 'tf-widget', 'https://form.typeform.com/to/'],
  ['.flourish-embed', 'src', 'https://public.flourish.studio/'],
  ['.infogram-embed', 'id', 'https://infogram.com/'],
  ['.speakerdeck-embed', 'id', 'https://speakerdeck.com/player/'],
  ['lite-youtube, amp-youtube', 'videoid', 'https://www.youtube.com/embed/'],
  ['lite-vimeo, amp-vimeo', 'videoid', 'https://player.vimeo.com/video/'],
]

/** Addresses of scripts and former players, each with the page that shows the same. */
const pages: readonly (readonly [address: RegExp, page: string])[] = [
  [/^(https:\/\/(?:gist\.github\.com|asciinema\.org|gitlab\.com)\/.+?)\.js(?:[?#].*)?$/, '$1'],
  [/^(https:\/\/jsfiddle\.net\/.+?\/)embed\/.*$/, '$1'],
  [/^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/v\/([\w-]+).*$/, 'https://www.youtube.com/embed/$1'],
  [/^https:\/\/(?:www\.)?vimeo\.com\/moogaloop\.swf\?(?:.*&)?clip_id=(\d+).*$/, 'https://player.vimeo.com/video/$1'],
]

/** Attributes that name the content of their element. */
const own = ['data', 'src', 'url', 'href', 'action']
const expected = /^data-(?:url|href|src|link|permalink)$/

/**
 * Addresses that an element names, the best first: a plug-in's content, what the element itself shows, what waits for a script.
 * Its own attributes may leave out the host, where they begin at the root of their site.
 */
export function addressesOf(node: Nodes): string[] {
  const atVendor = vendors.flatMap(([widget, name, start]) => {
    const id = node.is(widget) ? (node.attr(`data-${name}`) ?? node.attr(name) ?? '') : ''
    return /^\w[\w/-]*$/.test(id) ? [start + id] : []
  })
  const parameters = [
    node.attr('flashvars') ?? '',
    ...node.children('param').map((_, { attribs }) => attribs.value ?? ''),
  ]
  const named = [...own.map((name) => node.attr(name) ?? ''), ...parameters].filter((value) =>
    /^\s*(?:https?:)?\/{1,2}\w/i.test(value),
  )
  const played = [...parameters, ...named.filter((value) => /\.swf\?/i.test(value))].flatMap((query) => [
    ...new URLSearchParams(query.replace(/^.*?\.swf\?/i, '')).values(),
  ])
  const waiting = Object.entries(node.attr() ?? {})
    .filter(([name]) => /^data-(?!frame$|kg-)/.test(name))
    .toSorted(([a], [b]) => Number(expected.test(b)) - Number(expected.test(a)))
    .map(([, value]) => value)
  const addresses = [...atVendor, ...played.filter(isWhole), ...named, ...waiting.filter(isWhole)]
  return addresses.map((address) => pageOf(address.trim()))
}

function isWhole(address: string): boolean {
  return /^\s*(?:https?:)?\/\/\w/i.test(address)
}

function pageOf(address: string): string {
  const secure = address.replace(/^(?:http:)?\/\//, 'https://')
  const [pattern, page] = pages.find(([former]) => former.test(secure)) ?? []
  return pattern && page ? secure.replace(pattern, page) : address
}

/** Counters, which show nothing where they stand. */
const counters = /google|doubleclick|hotjar|analytics/

/**
 * Whether a script's address names one thing, as a gist's does, by a number or an id: in its path, or in a parameter of that name. A
 * library or a loader, which works on what stands beside it, has a name.
 */
export function namesOneThing(src: string): boolean {
  const address = src.trim().replace(/^(?:http:)?\/\//, 'https://')
  if (!/^https:/.test(address) || !URL.canParse(address)) return false
  const { hostname, pathname, searchParams } = new URL(address)
  if (counters.test(hostname)) return false
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.jsonp?$|\.js$/, '')
  const isId = (part: string) => /^(?!v\d)(?=.*\d)[\w-]+$/.test(part)
  const ids = [...searchParams].flatMap(([key, value]) => (/id$/i.test(key) ? [value] : []))
  return /\/embed\/./.test(pathname) || [name, ...ids].some(isId)
}
