/** An element: its name, its text or its children, its attributes. */
export type XmlElement = [name: string, content: string | XmlElement[], attributes?: Record<string, string>]

/** A whole document, on one line. Everything is escaped: there is no CDATA section that a text could end. */
export function toXml(root: XmlElement): string {
  return `${declaration}${written(root)}`
}

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** An element as it stands inside a document. */
export function written([name, content, attributes = {}]: XmlElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inner = typeof content === 'string' ? escaped(content) : content.map(written).join('')
  return inner === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${inner}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in XML and in HTML, between tags and in quoted attributes. */
export function escaped(text: string): string {
  return withoutIllegal(text).replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** Plain text for an element whose content readers take for HTML, such as RSS's `description`; XML escapes it once more. */
export function textAsHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}

/** XML 1.0 §2.2 knows no way to write these characters, escaped or not. */
function withoutIllegal(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
