import type { MouseEvent, SyntheticEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router-dom'
import { defaultLanguage, prefixOf } from '../../shared/language.ts'
import { addressOf } from '../../shared/site-map.ts'
import { useSite } from '../context/site.tsx'

/**
 * Links that an author wrote to pages of this site do what `SiteLink` does: they fetch the page beforehand, and lead there without
 * a page load. Links within the page, to files and to other sites stay the browser's.
 *
 * @returns the handlers of the element that holds them
 */
export function useContentLinks() {
  const { prefetch } = useSite()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  function approach({ target }: SyntheticEvent): void {
    const to = pageIn(target)
    if (to !== null) prefetch(createPath(to))
  }

  function follow(event: MouseEvent): void {
    const to = pageIn(event.target)
    if (to === null || event.defaultPrevented || !isUnmodifiedClick(event)) return
    if (to.pathname === pathname && to.search === search) return
    event.preventDefault()
    void navigate(createPath(to))
  }

  return { onPointerOver: approach, onTouchStart: approach, onFocus: approach, onClick: follow }
}

/** The link at an event's target, if it leads to a page of this site; the server leaves none a `target`. */
function pageIn(target: EventTarget): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== location.origin) return null
  // The server remembers the choice of language, and redirects: the router has no such address.
  if (prefixOf(link.pathname) === defaultLanguage) return null
  return addressOf(link.pathname) === null ? null : link
}

/** A click without modifier keys; the others, for a new tab or a menu, are the browser's. */
export function isUnmodifiedClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
