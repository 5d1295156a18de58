/** The added style sheets by address; each resolves to whether it loaded. */
const added = new Map<string, Promise<boolean>>()

/**
 * Adds a style sheet once, at the end of the head. Before the font rules, it would make browsers look up every font again, and text in
 * the fallback font would change while it is read.
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
