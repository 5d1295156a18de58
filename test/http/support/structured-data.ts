import { elements } from './html.ts'

export type JsonLdNode = Record<string, unknown> & { '@type'?: string; '@id'?: string }

/** The graph of a page's one block of structured data. */
export function graphOf(html: string): JsonLdNode[] {
  const blocks = elements(html, 'script').filter(({ attributes }) => attributes.type === 'application/ld+json')
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of structured data; expected 1`)
  const data = JSON.parse(blocks[0]?.inner ?? '') as { '@context': string; '@graph': JsonLdNode[] }
  if (data['@context'] !== 'https://schema.org') throw new Error(`structured data of ${data['@context']}`)
  return data['@graph']
}

/** Every object in a graph, at any depth. */
export function thingsIn(value: unknown): JsonLdNode[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.values(value).flatMap(thingsIn)
  return Array.isArray(value) ? inner : [value as JsonLdNode, ...inner]
}

/** The one object of a type. */
export function thingOf(html: string, type: string): JsonLdNode {
  const found = graphOf(html).filter((thing) => thing['@type'] === type)
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} objects ${type}; expected 1`)
  return found[0]
}
