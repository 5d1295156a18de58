import type { Language } from '../../shared/language.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Lines of a length that can be read, in the letters of the reader's own program; the colours stay the program's too. */
const look = 'max-width: 40em; font-family: sans-serif; line-height: 1.5'

/** @param parts markup that is escaped already */
export function htmlDocument(language: Language, parts: readonly string[]): string {
  return `<!doctype html>\n<html lang="${language}">\n<body style="${look}">\n${parts.join('\n')}\n</body>\n</html>\n`
}

/** Plain text as paragraphs; a single line break stays one. */
export function paragraphsOf(text: string): string {
  return text
    .split(/\r?\n(?:\s*\r?\n)+/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>\n')}</p>`)
    .join('\n')
}

/** Labels and what they stand for. */
export function tableOf(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding-right: 1em">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table>\n${cells.join('\n')}\n</table>`
}
