import { useDeferredValue } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Whether what stands below the first view is shown too. Where a link has led to the top of a page, it comes a moment later: a third
 * of the time from the click to the page was its. Where a visitor comes back, perhaps to a place far down, and on the server all is
 * there at once.
 */
export function useRest(): boolean {
  const { hash } = useLocation()
  // As a text: the router's enumeration would be 0.1 KB of every page's script.
  const ledToTop = String(useNavigationType()) === 'PUSH' && hash === ''
  return useDeferredValue(true, ledToTop ? false : undefined)
}
