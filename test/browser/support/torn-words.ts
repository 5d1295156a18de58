import type { Page } from 'playwright-core'

/** Words of up to so many letters that begin on one line and end on another, without a hyphen. Code, addresses and hidden texts are ignored. */
export function tornWords(page: Page, maxLetters = 24): Promise<string[]> {
  return page.evaluate((maxLetters) => {
    const torn: string[] = []
    const words = new RegExp(`(?<!\\p{L})\\p{L}{2,${maxLetters}}(?!\\p{L})`, 'gu')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.parentElement?.closest('script, style, pre, code, a[href^="mailto:"], .visually-hidden')) continue
      for (const { 0: word, index } of text.data.matchAll(words)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top))
        if (lines.size > 1) torn.push(word)
      }
    }
    return torn
  }, maxLetters)
}
