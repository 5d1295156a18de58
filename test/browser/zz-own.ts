import type { Page } from 'playwright-core'
import type { openBrowser } from '../support/browser.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** Whether a page has kept the fallback: an optional face that comes late stays unused, and nothing but its letters' width tells. */
export function keepsFallback(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const widthIn = (fontFamily: string) => {
      const letters = document.createElement('span')
      letters.textContent = 'iiiiiiiiii'
      Object.assign(letters.style, { position: 'absolute', fontFamily })
      document.body.append(letters)
      const { width } = letters.getBoundingClientRect()
      letters.remove()
      return width
    }
    return ['Figtree Variable', 'Bricolage Grotesque Variable'].some(
      (family) => widthIn(`${family}, monospace`) === widthIn('monospace'),
    )
  })
}

/** Opens a page in its own fonts: where a busy machine had them late, again, when the browser's cache has them. */
export async function openInOwnFonts(visitor: Visitor, path: string) {
  const response = await visitor.open(path)
  // What the first visit has said is what the last one says, too.
  while (await keepsFallback(visitor.page)) {
    visitor.takeMessages()
    await visitor.open(path)
  }
  return response
}
