const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0' }

/** Tags within a word: `num<b>éri</b>ser` is one. */
const inline = /<\/?(?:a|abbr|b|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u|wbr)\b[^>]*>/gi

/** What a reader reads of sanitised HTML, whose only character references are these, on one line; no-break spaces stay. */
export function textOf(html: string): string {
  return html
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()
}
