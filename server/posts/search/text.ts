const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0' }

/** Tags within a word: `num<b>éri</b>ser` is one. */
const inline = /<\/?(?:a|abbr|b|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u|wbr)\b[^>]*>/gi

/**
 * The text of sanitised HTML, whose only character references are these, on one line; no-break spaces stay.
 *
 * @param most of its beginning, in UTF-16 code units; pictures in the text itself do not count
 */
export function textOf(html: string, most = Infinity): string {
  return html
    .replace(/ src="data:[^"]*"/g, '')
    .slice(0, most)
    .replace(/<[^>]*$/, '')
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()
}
