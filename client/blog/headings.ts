export type Heading = { id: string; text: string }

/** The second-level headings of sanitised HTML that a link can lead to, and that say something. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(/<h2\b[^>]*?\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h2>/g)]
    .map(([, id = '', inner = '']) => ({ id, text: plainText(inner) }))
    .filter(({ text }) => text !== '')
}

/** Sanitised HTML escapes these four, and no more than these. */
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** What a reader hears of sanitised HTML: a picture is what it says, and a new line or a block a space. */
export function plainText(html: string): string {
  return html
    .replace(/<img\b[^>]* alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<(?:br|\/?(?:div|p|li|ul|ol))\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .trim()
}
