import { expect } from 'vitest'
import { company } from '../../../shared/company.ts'
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
function thingsIn(value: unknown): JsonLdNode[] {
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

/** The properties that search engines ask for, by type: https://developers.google.com/search/docs/appearance/structured-data */
const required: Record<string, string[]> = {
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url'],
  WebPage: ['name', 'url', 'isPartOf', 'inLanguage'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Blog: ['name', 'url', 'publisher'],
  BlogPosting: ['headline', 'url', 'datePublished', 'dateModified', 'author'],
  Person: ['name'],
  ProfilePage: ['url', 'inLanguage', 'mainEntity'],
  Place: ['name'],
  Service: ['name', 'description', 'provider', 'url'],
  PostalAddress: ['addressLocality', 'addressCountry'],
  WebPageElement: ['isAccessibleForFree', 'cssSelector'],
  ContactPage: ['name'],
}
const addressed = ['url', 'item', 'logo', 'image', 'sameAs']

/** The types are known, have their required properties and absolute URLs, and refer to objects by unique ids. */
export function expectCompleteData(html: string): void {
  const things = thingsIn(graphOf(html))
  const [defined, references] = [
    things.filter((thing) => '@type' in thing),
    things.filter((thing) => !('@type' in thing)),
  ]
  for (const thing of defined) {
    const type = thing['@type'] ?? ''
    expect(Object.keys(required)).toContain(type)
    for (const name of required[type] ?? []) expect(thing[name], `${type}.${name}`).toBeTruthy()
    for (const name of addressed.filter((key) => key in thing))
      for (const address of [thing[name]].flat()) expect(address, `${type}.${name}`).toMatch(/^https:\/\/[^/]+\//)
  }
  expect(defined).toContainEqual(expect.objectContaining({ '@type': 'Organization', name: company.name }))
  const ids = defined.flatMap((thing) => thing['@id'] ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references)
    expect([Object.keys(reference), ids]).toEqual([['@id'], expect.arrayContaining([reference['@id']])])
}
