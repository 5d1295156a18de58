/** Blocks of sanitised HTML: tags that begin or end a line of their own. */
const boundaries =
  /(?:\s*<\/?(?:p|div|figure|figcaption|blockquote|pre|hr|[uod]l|li|dt|dd|table|caption|thead|tbody|tfoot|tr|th|td|h[1-6]|details|summary)\b[^>]*>\s*)+/g

/** Converts sanitised HTML for an element that only allows phrasing content: each block becomes a line. */
export function inLines(html: string): string {
  return html.replace(boundaries, '<br />').replace(/^(?:<br \/>)+|(?:<br \/>)+$/g, '')
}

/** Elements that show something without words. */
const shown = /<(?:img|audio|video|hr)\b|class="kg-signup-card"/

/** Matches a character that readers see: neither a space nor a character without width. */
export const visible = /[^\s\u200b-\u200d\u2060]/

/** Whether readers would see nothing. */
export function isBlank(html: string): boolean {
  return !shown.test(html) && !visible.test(html.replace(/<[^>]*>|&nbsp;/g, ''))
}
