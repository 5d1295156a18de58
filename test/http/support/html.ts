export type Element = {
  /** Names in lower case, as HTML reads them. */
  attributes: Record<string, string>
  /** The text as readers see it, spaces collapsed. */
  text: string
  /** The source, without the element's own tags. */
  inner: string
}

/** The elements of one name in a document, in their order. Elements of that name must not lie within each other. */
export function elements(html: string, name: string): Element[] {
  const source = name === 'script' || name === 'style' ? html : withoutScripts(html)
  const found = source.matchAll(new RegExp(`<${name}((?:\\s[^>]*)?)>(?:([\\s\\S]*?)</${name}>)?`, 'gi'))
  return [...found].map(([, attributes = '', inner = '']) => ({
    attributes: attributesOf(attributes),
    text: textOf(inner),
    inner,
  }))
}

/** Links in the headings of cards, which lead to posts. */
export function postLinksIn(html: string): (string | undefined)[] {
  return elements(html, 'h2').flatMap(({ inner }) => elements(inner, 'a').map(({ attributes }) => attributes.href))
}

/** Every start tag of a document: the element's name and its attributes. */
export function startTags(html: string): { name: string; attributes: Record<string, string> }[] {
  return [...withoutScripts(html).matchAll(/<([a-z][\w-]*)((?:\s[^>]*)?)>/gi)].map(
    ([, name = '', attributes = '']) => ({ name: name.toLowerCase(), attributes: attributesOf(attributes) }),
  )
}

/** The text of a document or a part of one as readers see it; no-break spaces stay. */
export function textOf(html: string): string {
  const text = withoutScripts(html)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
  return decode(text)
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
}

/** The built files that a document names in its tags or in its data for the bootstrap script. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.\w+/g))]
}

/** The metadata of a document for browsers, search engines and other sites. */
export function headOf(html: string) {
  const links = elements(html, 'link').map(({ attributes }) => attributes)
  const metas = elements(html, 'meta').map(({ attributes }) => attributes)
  return {
    language: elements(html, 'html')[0]?.attributes.lang,
    titles: elements(html, 'title').map(({ text }) => text),
    canonical: links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href),
    alternates: Object.fromEntries(
      links.flatMap(({ rel, hreflang, href = '' }) => (rel === 'alternate' && hreflang ? [[hreflang, href]] : [])),
    ),
    meta: Object.fromEntries(metas.map(({ name, property, content = '' }) => [name ?? property ?? '', content])),
  }
}

function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>|(?<=<style\b[^>]*>)[\s\S]*?(?=<\/style>)/gi, '')
}

function attributesOf(source: string): Record<string, string> {
  const found = source.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' }

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
