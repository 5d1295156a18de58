/**
 * A table as CSV: CRLF after every row, cells in quotes where they need it, a mark at the beginning by which spreadsheet
 * programs know UTF-8. A cell that such a program would take for a formula is preceded by an apostrophe.
 *
 * @see RFC 4180 and https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`
}

function toCell(text: string): string {
  const safe = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
