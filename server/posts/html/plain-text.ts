/** Control characters but for tabs and line breaks, and noncharacters: not displayed, and forbidden in HTML and XML. */
const control = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/gu

/**
 * An author's text as every page, feed and data block can hold it alike, without blanks around. Half a surrogate pair has no form
 * in UTF-8: at the end it was cut in two (Ghost's excerpts end after 500 code units), elsewhere it shows as unknown.
 */
export function plainText(text: string): string {
  return withoutControlCharacters(text.replace(/\p{Surrogate}$/u, '').replace(/\p{Surrogate}/gu, '\ufffd')).trim()
}

/** Line breaks and tabs become spaces; `\s` would take French no-break spaces too. */
export function inOneLine(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim()
}

/** A text with spaces for its control characters. */
export function withoutControlCharacters(text: string): string {
  return text.replace(control, ' ')
}
