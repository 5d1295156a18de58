/** Libraries and counters, which show nothing where they stand. */
const supporting =
  /(?:^|\.)(?:googletagmanager|google-analytics|googlesyndication|googleapis|doubleclick|jquery|jsdelivr|cloudflare|cloudflareinsights|unpkg|polyfill|mathjax|bootstrapcdn|addthis|hotjar|plausible)\.\w+$/

/** Hosts whose script has the address of its page, with an ending. */
const withPage = /^https:\/\/(?:gist\.github\.com|asciinema\.org|gitlab\.com)\/.+?(?=\.js(?:[?#]|$))/

/** A file's name that is a token of one thing: with a digit, or in mixed letters; no version of a library. */
const token = /^(?!v\d)(?!.*[-.@_]v?\d+\.\d)(?=.*\d|.*[a-z].*[A-Z]|.*[A-Z].*[a-z]).+$/

/**
 * The page that a script would have written into an article: one whose address names a thing, as a gist's does. Null for a
 * loader, which works on what is there beside it, and for whatever else runs.
 *
 * @param src absolute, or without protocol
 * @param data whether the script itself says in its attributes what it shows
 */
export function pageOfScript(src: string, data: boolean): string | null {
  const address = src.trim().replace(/^(?:http:)?\/\//, 'https://')
  if (!/^https:/.test(address) || !URL.canParse(address)) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (supporting.test(hostname)) return null
  const parts = pathname.split('/').filter(Boolean)
  const name = (parts.pop() ?? '').replace(/\.(?:js|jsonp?)$/, '')
  const isAsked = [...searchParams.keys()].some((key) => /(?:^|[_-])(?:id|target|url|slug|src|key|hash)$/i.test(key))
  const isEmbed = name === 'embed' ? parts.some((part) => token.test(part)) : parts.some((part) => /^embed/.test(part))
  if (!data && !isAsked && !isEmbed && !token.test(name)) return null
  const [page = address] = withPage.exec(address) ?? []
  return page
}
