import type { MouseEvent, SyntheticEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router-dom'
import { defaultLanguage, prefixOf } from '../../shared/language.ts'
import { addressOf } from '../../shared/site-map.ts'
import { useSite } from '../context/site.tsx'

/**
 * Links in an article to pages of this site behave like `SiteLink`: they prefetch the page and navigate without
 * a page load. The browser handles links within the page, to files and to other sites.
 *
 * @returns event handlers for the element that contains the links
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

/** The link at an event's target, if it leads to a page of this site. The server has removed all `target` attributes. */
function pageIn(target: EventTarget): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== location.origin) return null
  // The server answers `/fr/…` with a cookie for the language and a redirect, so the browser has to load it.
  if (prefixOf(link.pathname) === defaultLanguage) return null
  return addressOf(link.pathname) === null ? null : link
}

/** A click without modifier keys. The browser handles all others, which open a tab or a menu. */
export function isUnmodifiedClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
