/** Blocks of sanitised HTML: tags that begin or end a line of their own. */
const boundaries =
  /(?:\s*<\/?(?:p|div|figure|figcaption|blockquote|pre|hr|[uod]l|li|dt|dd|table|caption|thead|tbody|tfoot|tr|th|td|h[1-6]|details|summary)\b[^>]*>\s*)+/g

/** Sanitised HTML for a place that holds words alone: what stood in blocks stands in lines. */
export function inLines(html: string): string {
  return html.replace(boundaries, '<br />').replace(/^(?:<br \/>)+|(?:<br \/>)+$/g, '')
}
