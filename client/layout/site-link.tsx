import type { MouseEvent } from 'react'
import {
  createPath,
  Link,
  type LinkProps,
  NavLink,
  type NavLinkProps,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { localise } from '../../shared/language.ts'
import { useLanguage, useSite } from '../site.tsx'

type OnClick = ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined

/** A link inside the site: `to` is a path without prefix, the link keeps the page's language. */
export function SiteLink({ to, onClick, ...props }: LinkProps & { to: string }) {
  return <Link {...useSiteLink(to, onClick)} {...props} />
}

/** The same in the navigation, marked when it leads to the current page. */
export function SiteNavLink({ to, onClick, ...props }: NavLinkProps & { to: string }) {
  return <NavLink caseSensitive {...useSiteLink(to, onClick)} {...props} />
}

/** What every link of the site does: a pointer, a touch or the focus on it fetches the page that it leads to. */
function useSiteLink(path: string, onClick: OnClick) {
  const to = localise(path, useLanguage())
  const { prefetch, turnPage } = useSite()
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const approach = () => prefetch(to)
  return {
    to,
    discover: 'none',
    onPointerEnter: approach,
    onTouchStart: approach,
    onFocus: approach,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      if (event.defaultPrevented || !isPlain(event) || to === here) return
      // The transition shows the page as it is when `go` is done: it has to be there by then.
      if (turnPage(to, () => navigate(to, { flushSync: true }))) event.preventDefault()
    },
  } as const
}

/** Neither for another tab nor for a menu: those are the browser's. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
