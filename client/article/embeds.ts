/**
 * Rights of a frame of another site. It has scripts and storage of its own, never of this origin: the server names only hosts
 * of a fixed list, which the Content-Security-Policy repeats.
 */
const sandbox = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-forms']
const allow = 'fullscreen; picture-in-picture; encrypted-media; clipboard-write'

/** Counts per window: a sign-up card cuts an article in two, and an id stands once. */
let named = 0

/**
 * Gives every façade of an embedded page a button that shows the page in place; until then nothing is asked of its host.
 *
 * @returns takes the buttons away again
 */
export function addEmbedButtons(root: HTMLElement, label: string): () => void {
  const buttons = [...root.querySelectorAll<HTMLElement>('.kg-embed[data-frame]')].map((facade) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label })
    button.className = 'button'
    // Buttons with the same words are described by their pages' titles; no author's id begins with an underscore.
    const id = `_embed-${named++}`
    facade.querySelector('.kg-embed-title')?.setAttribute('id', id)
    button.setAttribute('aria-describedby', id)
    button.addEventListener('click', () => show(facade))
    facade.querySelector('.kg-embed-actions')?.prepend(button)
    return button
  })
  return () => {
    for (const button of buttons) button.remove()
  }
}

function show(facade: HTMLElement): void {
  const { frame = '', width, height } = facade.dataset
  const iframe = document.createElement('iframe')
  iframe.sandbox.add(...sandbox)
  iframe.allow = allow
  iframe.referrerPolicy = 'strict-origin-when-cross-origin'
  iframe.title = facade.querySelector('.kg-embed-title')?.textContent ?? ''
  // A property, not an attribute: the policy's `style-src` has nothing against it.
  if (width && height) iframe.style.aspectRatio = `${width} / ${height}`
  else if (height) iframe.style.height = `${height}px`
  iframe.src = frame
  facade.replaceChildren(iframe)
  iframe.focus()
}
