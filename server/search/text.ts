const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0' }

/** Tags that may be within a word: `num<b>éri</b>ser` is one word. */
const inline =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)\b[^>]*>/gi

/** Texts that the site itself adds to an embedded page. */
const notices = /<p class="kg-embed-(?:notice|actions)">.*?<\/p>/gs

/**
 * The text of sanitised HTML, on one line; no-break spaces stay. Sanitised HTML has no other character references than these.
 *
 * @param maxLength how much of the HTML is read, in UTF-16 code units without inline pictures
 */
export function textOf(html: string, maxLength: number): string {
  return html
    .replace(/ src="data:[^"]*"/g, '')
    .replace(notices, ' ')
    .slice(0, maxLength)
    .replace(/<[^>]*$/, '')
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()
}
