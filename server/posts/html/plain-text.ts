/** Control characters but for tabs and line breaks, and noncharacters: not displayed, and forbidden in HTML and XML. */
const control = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/gu

/**
 * Makes an author's text valid in pages, feeds and data blocks, and trims it. A lone surrogate has no encoding in UTF-8. At the end
 * it is removed: Ghost cuts excerpts after 500 code units. Elsewhere it becomes U+FFFD.
 */
export function plainText(text: string): string {
  return withoutControlCharacters(text.replace(/\p{Surrogate}$/u, '').replace(/\p{Surrogate}/gu, '\ufffd')).trim()
}

/** Line breaks and tabs become spaces; `\s` would take French no-break spaces too. */
export function inOneLine(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim()
}

/** Replaces control characters by spaces. */
export function withoutControlCharacters(text: string): string {
  return text.replace(control, ' ')
}
