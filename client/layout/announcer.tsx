import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation, useNavigationType } from 'react-router-dom'
import { withoutPrefix } from '../../shared/language.ts'
import { useLanguage } from '../context/site.tsx'
import { growthEvent } from '../navigation/growth-event.ts'
import { arrivalEvent } from '../navigation/arrival.ts'
import { tellFirstIntent } from './first-intent.ts'

/**
 * What a browser does by itself on a page load, and a router does not: `<html lang>`, focus on the new page's heading, or on
 * the link that was followed by whoever comes back, and said to screen readers that a page is on its way, then what has come. One
 * region for all: it is always there, and outside of the main area, of which nothing is said while it is busy.
 */
export function Announcer() {
  const { t } = useTranslation()
  const { hash, pathname, search } = useLocation()
  // As a text: the router's enumeration would be more script.
  const isBack = String(useNavigationType()) === 'POP'
  const isLoading = useNavigation().state === 'loading'
  const language = useLanguage()
  const [announcement, setAnnouncement] = useState('')
  const arrivedAt = useRef({ pathname, search, language })
  // Else it would be said again when the navigation has ended.
  if (isLoading && announcement) setAnnouncement('')

  useEffect(() => {
    // The starter need not load the page that back leads to any more: the router shows it.
    window.onpopstate = null
    tellFirstIntent()
  }, [])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    const left = arrivedAt.current
    if (left.pathname === pathname && left.search === search && left.language === language) return
    arrivedAt.current = { pathname, search, language }
    setAnnouncement(wordsOf(t))
    // A toggled page is the same page, and the focus stays on the toggle; from an article it leads to the list.
    const isToggled = left.language !== language && withoutPrefix(left.pathname) === withoutPrefix(pathname)
    if (!hash && !isToggled) focusPage(isBack ? left.pathname + left.search : '')
  }, [pathname, search, hash, language, isBack, t])

  useEffect(() => {
    // Heard before the effect above runs, which then finds nothing new: the list itself tells of it.
    const onGrowth = () => {
      const { pathname, search } = window.location
      arrivedAt.current = { ...arrivedAt.current, pathname, search }
    }
    document.addEventListener(growthEvent, onGrowth)
    return () => document.removeEventListener(growthEvent, onGrowth)
  }, [])

  useEffect(() => {
    const onArrival = () => {
      setAnnouncement(wordsOf(t))
      // The loading text had the focus and is gone; whoever has moved on since is left in peace.
      if (document.activeElement === document.body) focusPage()
    }
    document.addEventListener(arrivalEvent, onArrival)
    return () => document.removeEventListener(arrivalEvent, onArrival)
  }, [t])

  return (
    <p className="visually-hidden" aria-live="polite">
      {isLoading ? t('navigation.loading') : announcement}
    </p>
  )
}

/** What the page itself has to say, as that its list is on its way or empty; else its title. */
function wordsOf(t: TFunction): string {
  return document.querySelector('main [data-said]')?.textContent ?? t('navigation.announced', { title: document.title })
}

/**
 * Leads the focus to the page's heading; to the link that was followed where a visitor comes back to it, as the browser itself would.
 *
 * @param left the address that the visitor comes back from
 */
function focusPage(left?: string): void {
  // What the small screens' sheet covers cannot take the focus; back leads from under it. An older browser has no popovers.
  document.getElementById('menu')?.hidePopover?.()
  // The link in the header leads there too: one that is out of the window was not followed.
  const followed = left && [...document.querySelectorAll<HTMLElement>(`main a[href="${left}"]`)].find(isInWindow)
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!followed) heading?.setAttribute('tabindex', '-1')
  ;(followed || heading)?.focus({ preventScroll: true })
}

function isInWindow(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}
