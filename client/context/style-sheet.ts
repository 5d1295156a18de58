/** The added style sheets by address; each resolves to whether it loaded. */
const added = new Map<string, Promise<boolean>>()

/**
 * Adds a style sheet behind the page's part of the style, once. At the end of the head: with one before the fonts' own rules a browser
 * looks for every font anew, and text that has kept the fallback changes under its reader's eyes.
 *
 * @returns whether it is in use; a failed style sheet is requested again the next time
 */
export function addStyleSheet(href: string): Promise<boolean> {
  const known = added.get(href)
  if (known) return known
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const adding = new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => {
      added.delete(href)
      link.remove()
      resolve(false)
    })
  })
  added.set(href, adding)
  document.head.append(link)
  return adding
}
