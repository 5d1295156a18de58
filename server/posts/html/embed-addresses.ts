import type { Nodes } from './tree.ts'

/** Widgets that name their content by a vendor's id. The attribute may begin with `data-`; the URL is `start` and the id. */
const vendors: readonly (readonly [widget: string, attribute: string, start: string])[] = [
  ['[data-tf-widget]', 'tf-widget', 'https://form.typeform.com/to/'],
  ['.flourish-embed', 'src', 'https://public.flourish.studio/'],
  ['.infogram-embed', 'id', 'https://infogram.com/'],
  ['.speakerdeck-embed', 'id', 'https://speakerdeck.com/player/'],
  ['lite-youtube, amp-youtube', 'videoid', 'https://www.youtube.com/embed/'],
  ['lite-vimeo, amp-vimeo', 'videoid', 'https://player.vimeo.com/video/'],
]

/** Addresses of scripts and obsolete players, each with the page that shows the same content. */
const pages: readonly (readonly [address: RegExp, page: string])[] = [
  [/^(https:\/\/(?:gist\.github\.com|asciinema\.org|gitlab\.com)\/.+?)\.js(?:[?#].*)?$/, '$1'],
  [/^(https:\/\/jsfiddle\.net\/.+?\/)embed\/.*$/, '$1'],
  [/^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/v\/([\w-]+).*$/, 'https://www.youtube.com/embed/$1'],
  [/^https:\/\/(?:www\.)?vimeo\.com\/moogaloop\.swf\?(?:.*&)?clip_id=(\d+).*$/, 'https://player.vimeo.com/video/$1'],
]

/** Attributes that name the content of their element. */
const contentAttributes = ['data', 'src', 'url', 'href', 'action']
const likelyAttribute = /^data-(?:url|href|src|link|permalink)$/

/**
 * Addresses that an element names, the best first: a plug-in's content, the element's own content, content for a script. In the
 * element's own attributes, an address may have no host if it begins with a slash.
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
  const named = [...contentAttributes.map((name) => node.attr(name) ?? ''), ...parameters].filter((value) =>
    /^\s*(?:https?:)?\/{1,2}\w/i.test(value),
  )
  const played = [...parameters, ...named.filter((value) => /\.swf\?/i.test(value))].flatMap((query) => [
    ...new URLSearchParams(query.replace(/^.*?\.swf\?/i, '')).values(),
  ])
  const forScripts = Object.entries(node.attr() ?? {})
    .filter(([name]) => /^data-(?!frame$|kg-)/.test(name))
    .toSorted(([a], [b]) => Number(likelyAttribute.test(b)) - Number(likelyAttribute.test(a)))
    .map(([, value]) => value)
  const addresses = [...atVendor, ...played.filter(isAbsolute), ...named, ...forScripts.filter(isAbsolute)]
  return addresses.map((address) => pageOf(address.trim()))
}

function isAbsolute(address: string): boolean {
  return /^\s*(?:https?:)?\/\/\w/i.test(address)
}

function pageOf(address: string): string {
  const secure = address.replace(/^(?:http:)?\/\//, 'https://')
  const [pattern, page] = pages.find(([former]) => former.test(secure)) ?? []
  return pattern && page ? secure.replace(pattern, page) : address
}

/** Hosts of analytics scripts, which show nothing. */
const analytics = /google|doubleclick|hotjar|analytics/

/**
 * Whether a script's address names content, such as a gist, by a number or an id: in its path, or in a parameter such as `id`. A
 * library or a loader has a name instead, and works on the elements beside it.
 */
export function namesContent(src: string): boolean {
  const address = src.trim().replace(/^(?:http:)?\/\//, 'https://')
  if (!/^https:/.test(address) || !URL.canParse(address)) return false
  const { hostname, pathname, searchParams } = new URL(address)
  if (analytics.test(hostname)) return false
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.jsonp?$|\.js$/, '')
  const isId = (part: string) => /^(?!v\d)(?=.*\d)[\w-]+$/.test(part)
  const ids = [...searchParams].flatMap(([key, value]) => (/id$/i.test(key) ? [value] : []))
  return /\/embed\/./.test(pathname) || [name, ...ids].some(isId)
}
