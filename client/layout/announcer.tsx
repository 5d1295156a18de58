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
 * back to the followed link. It announces to screen readers that a page is loading, and which page has loaded. Its live region is
 * outside of the main area, whose live regions are silent while it is busy.
 */
export function Announcer() {
  const { t } = useTranslation()
  const { hash, pathname, search } = useLocation()
  // As a string: importing the router's enumeration would cost more bytes.
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
    const last = shown.current
    if (last.pathname === pathname && last.search === search && last.language === language) return
    shown.current = { pathname, search, language }
    setAnnouncement(announcementOf(t))
    // After a toggle the focus stays on it, if the page is the same. From an article the toggle leads to the list.
    if (last.language !== language && withoutPrefix(last.pathname) === withoutPrefix(pathname)) return
    // Elements under the open sheet of small screens cannot take the focus. An older browser has no popovers.
    document.getElementById('menu')?.hidePopover?.()
    if (!hash) focusPage(isBack ? last.pathname + last.search : '')
  }, [pathname, search, hash, language, isBack, t])

  useEffect(() => {
    // Runs before the effect above, which then finds no change: the list announces it.
    const onListChanged = () => {
      const { pathname, search } = window.location
      shown.current = { ...shown.current, pathname, search }
    }
    const onArrived = () => {
      setAnnouncement(announcementOf(t))
      // The router has looked for the fragment before the content arrived. A visitor who has scrolled or gone back stays.
      const place = !isBack && scrollY === 0 && document.getElementById(decoded(location.hash.slice(1)) ?? '')
      if (place) place.scrollIntoView()
      // The loading text had the focus and is gone. Any other focus stays.
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
  const { title } = document
  return document.querySelector('main [data-announce]')?.textContent ?? t('navigation.announced', { title })
}

/**
 * Moves the focus to the page's heading. After going back, to the link that was followed, as browsers do.
 *
 * @param last the address that the visitor comes back from
 */
function focusPage(last?: string): void {
  // Only in `main`, since the header may have the same link. A link outside the window was not followed.
  const followed = last && [...document.querySelectorAll<HTMLElement>(`main a[href="${last}"]`)].find(isInWindow)
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!followed) heading?.setAttribute('tabindex', '-1')
  ;(followed || heading)?.focus({ preventScroll: true })
}

function isInWindow(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}
