export type Heading = { id: string; text: string }

/** The second-level headings of sanitised HTML that a link can lead to. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(/<h2\b[^>]*?\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h2>/g)].map(([, id = '', inner = '']) => ({
    id,
    text: plainText(inner),
  }))
}

/** Sanitised HTML escapes these four, and no more than these. */
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .trim()
}
