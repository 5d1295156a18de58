/** Shown by nobody, and forbidden in HTML and XML: control characters but for tabs and line breaks, and noncharacters. */
const unshown = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/gu

/**
 * Words of an author as every page, feed and data block can say them alike, without blanks around. Half a character is none
 * in UTF-8: at the end it was cut in two (Ghost's excerpts end after 500 code units), elsewhere it shows as unknown.
 */
export function plainWords(text: string): string {
  return withoutUnshown(text.replace(/\p{Surrogate}$/u, '').replace(/\p{Surrogate}/gu, '\ufffd')).trim()
}

/** A text with spaces for what cannot be shown. */
export function withoutUnshown(text: string): string {
  return text.replace(unshown, ' ')
}
