/**
 * The permissions of another site's frame. It has its own scripts and storage, never those of this origin: the server allows only
 * hosts of a fixed list, which the Content-Security-Policy repeats.
 */
const sandbox = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-forms']
const allow = 'fullscreen; picture-in-picture; encrypted-media; clipboard-write'

/** Counted per window, since ids must be unique and a sign-up card cuts an article in two. */
let named = 0

/**
 * Adds a button to the placeholder of each embedded page. A click shows the embedded page in place; before that, nothing is requested from its host.
 *
 * @returns removes the buttons
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
  // A property: the policy's `style-src` would block the attribute.
  if (width && height) iframe.style.aspectRatio = `${width} / ${height}`
  else if (height) iframe.style.height = `${height}px`
  iframe.src = frame
  facade.replaceChildren(iframe)
  iframe.focus()
}
