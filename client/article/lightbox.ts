import PhotoSwipe from 'photoswipe'
import { addStyleSheet } from '../context/style-sheet.ts'
import styleSheet from './lightbox.css?url'

/** Names of the buttons. */
export type LightboxTexts = { close: string; previous: string; next: string; name: string }

/**
 * Shows a link's picture large; from there, visitors reach the article's other pictures.
 *
 * @param root holds the article's text
 * @returns false if the library's style or the picture fails to load
 */
export async function openLarge(root: HTMLElement, link: HTMLAnchorElement, texts: LightboxTexts): Promise<boolean> {
  if (!(await addStyleSheet(styleSheet))) return false
  // The visitor has left the page meanwhile, or has clicked twice.
  if (!root.isConnected || document.querySelector('.pswp') !== null) return true
  // The picture has not loaded and its size is unknown.
  if (sizeOf(link) === null) return false
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a.kg-enlarge')].filter((link) => sizeOf(link) !== null)
  const lightbox = new PhotoSwipe({
    dataSource: links.map((link) => ({ src: link.href, element: link, ...sizeOf(link), ...describe(link) })),
    index: links.indexOf(link),
    loop: false,
    showHideAnimationType: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : 'fade',
    bgOpacity: 1,
    // PhotoSwipe makes its buttons of HTML strings, which Trusted Types forbid.
    ...{ arrowPrev: false, arrowNext: false, close: false, zoom: false, counter: false, preloader: false },
  })
  lightbox.on('initialLayout', () => addControls(lightbox, links.length, texts))
  // Back leaves the article; without this, the picture would stay on the screen.
  const leave = () => lightbox.destroy()
  addEventListener('popstate', leave)
  lightbox.on('destroy', () => removeEventListener('popstate', leave))
  lightbox.init()
  return true
}

type Size = { width: number; height: number }

/** The size of the widest candidate: an author may have shown the picture small. */
function sizeOf(link: HTMLElement): Size | null {
  const shown = shownSize(link)
  const offered = [...(link.querySelector('img')?.srcset ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
  const scale = shown === null ? 1 : Math.max(shown.width, ...offered) / shown.width
  return shown && { width: shown.width * scale, height: shown.height * scale }
}

function shownSize(link: HTMLElement): Size | null {
  const picture = link.querySelector('img')
  if (picture === null) return null
  const [width, height] = [Number(picture.getAttribute('width')), Number(picture.getAttribute('height'))]
  if (width > 0 && height > 0) return { width, height }
  const { naturalWidth, naturalHeight } = picture
  return naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : null
}

function describe(link: HTMLElement): { alt: string; caption: string } {
  return {
    alt: link.querySelector('img')?.alt ?? '',
    caption: link.closest('figure')?.querySelector('figcaption')?.textContent ?? '',
  }
}

function addControls(lightbox: PhotoSwipe, count: number, texts: LightboxTexts): void {
  const { element } = lightbox
  if (element === undefined) return
  element.setAttribute('aria-label', texts.name)
  element.setAttribute('aria-modal', 'true')
  const button = (name: 'close' | 'previous' | 'next', sign: string, act: () => void) => {
    const control = Object.assign(document.createElement('button'), { type: 'button', textContent: sign })
    control.className = `lightbox-${name}`
    control.setAttribute('aria-label', texts[name])
    control.addEventListener('click', act)
    element.append(control)
    return control
  }
  button('close', '✕', () => lightbox.close())
  const caption = Object.assign(document.createElement('p'), { className: 'lightbox-caption' })
  caption.setAttribute('aria-live', 'polite')
  element.append(caption)
  const [previous, next] =
    count > 1
      ? [button('previous', '←', () => lightbox.prev()), button('next', '→', () => lightbox.next())]
      : [null, null]
  const update = () => {
    const data = lightbox.currSlide?.data as { alt?: string; caption?: string } | undefined
    caption.textContent = data?.caption || data?.alt || ''
    if (previous) previous.disabled = lightbox.currIndex === 0
    if (next) next.disabled = lightbox.currIndex === count - 1
  }
  lightbox.on('change', update)
  update()
}
