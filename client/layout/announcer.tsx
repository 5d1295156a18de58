import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation, useNavigationType } from 'react-router-dom'
import { withoutPrefix } from '../../shared/language.ts'
import { decoded } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'
import { contentEvents } from '../context/content-events.ts'

/**
 * Does after a navigation what a browser does on a page load. It sets `<html lang>` and moves the focus to the new page's heading, or
 * back to the followed link. It announces to screen readers that a page is loading, and which page has loaded. All use one live
 * region outside of the main area, whose live regions are silent while it is busy.
 */
export function Announcer() {
  const { t } = useTranslation()
  const { hash, pathname, search } = useLocation()
  // As a text: the router's enumeration would be more script.
  const isBack = String(useNavigationType()) === 'POP'
  const isLoading = useNavigation().state === 'loading'
  const language = useLanguage()
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef({ pathname, search, language })
  // Otherwise it would be announced again after the navigation.
  if (isLoading && announcement) setAnnouncement('')

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    const left = shown.current
    if (left.pathname === pathname && left.search === search && left.language === language) return
    shown.current = { pathname, search, language }
    setAnnouncement(announcementOf(t))
    // A toggled page is the same page, and the focus stays on the toggle; from an article it leads to the list.
    if (left.language !== language && withoutPrefix(left.pathname) === withoutPrefix(pathname)) return
    // Nothing under the small screens' sheet can take the focus, and the way back may begin with the sheet open. An older browser has no popovers.
    document.getElementById('menu')?.hidePopover?.()
    if (!hash) focusPage(isBack ? left.pathname + left.search : '')
  }, [pathname, search, hash, language, isBack, t])

  useEffect(() => {
    // Comes before the effect above, which then finds nothing new: the list announces its change itself.
    const onListChanged = () => {
      const { pathname, search } = window.location
      shown.current = { ...shown.current, pathname, search }
    }
    const onArrived = () => {
      setAnnouncement(announcementOf(t))
      // The router has looked for it before it was there; a reader who has scrolled meanwhile, or comes back, stays.
      const place = !isBack && scrollY === 0 && document.getElementById(decoded(location.hash.slice(1)) ?? '')
      if (place) place.scrollIntoView()
      // The loading text had the focus and is gone. A focus elsewhere stays.
      else if (document.activeElement === document.body) focusPage()
    }
    document.addEventListener(contentEvents.listChanged, onListChanged)
    document.addEventListener(contentEvents.arrived, onArrived)
    return () => {
      document.removeEventListener(contentEvents.listChanged, onListChanged)
      document.removeEventListener(contentEvents.arrived, onArrived)
    }
  }, [t, isBack])

  return (
    <p className="visually-hidden" aria-live="polite">
      {isLoading ? t('navigation.loading') : announcement}
    </p>
  )
}

/** The page's own message (its list is loading or empty), otherwise its title. */
function announcementOf(t: TFunction): string {
  return document.querySelector('main [data-said]')?.textContent ?? t('navigation.announced', { title: document.title })
}

/**
 * Moves the focus to the page's heading; on the way back to the link that was followed, as the browser itself would.
 *
 * @param left the address that the visitor comes back from
 */
function focusPage(left?: string): void {
  // The header's link leads there too. A link outside the window was not followed.
  const followed = left && [...document.querySelectorAll<HTMLElement>(`main a[href="${left}"]`)].find(isInWindow)
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!followed) heading?.setAttribute('tabindex', '-1')
  ;(followed || heading)?.focus({ preventScroll: true })
}

function isInWindow(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}
