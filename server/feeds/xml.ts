/** An element: name, text or children, attributes. */
export type XmlElement = [name: string, content: string | XmlElement[], attributes?: Record<string, string>]

/** A document on one line. Texts are escaped rather than in CDATA sections, which a text could close. */
export function toXml(root: XmlElement): string {
  return `${declaration}${serialize(root)}`
}

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** An element without the XML declaration. */
export function serialize([name, content, attributes = {}]: XmlElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inner = typeof content === 'string' ? escaped(content) : content.map(serialize).join('')
  return inner === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${inner}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML and HTML, between tags and in quoted attributes. */
export function escaped(text: string): string {
  return withoutIllegal(text).replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** Plain text for an element that feed readers parse as HTML, such as RSS's `description`. `serialize` escapes it again. */
export function textAsHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}

/** XML 1.0 §2.2 forbids these characters, even escaped. */
function withoutIllegal(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
