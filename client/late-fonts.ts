/**
 * Whether the page that the server sent has kept the fallback. An optional face that comes late stays unused as long as the
 * document lives, and nothing tells: its `FontFace` is `loaded` all the same. So letters are measured, with the face and without.
 * In the browser only; before React owns the body, to which they are added for that moment.
 *
 * @see https://drafts.csswg.org/css-fonts-4/#font-display-timeline
 */
export function fontsCameLate(): boolean {
  return widthIn('Figtree Variable,monospace') === widthIn('monospace')
}

/** The width of some letters in a list of families, in pixels. */
function widthIn(fontFamily: string): number {
  const letters = document.createElement('span')
  letters.textContent = 'iiiiiiiiii'
  letters.style.cssText = `position:absolute;font-family:${fontFamily}`
  document.body.append(letters)
  const width = letters.offsetWidth
  letters.remove()
  return width
}
