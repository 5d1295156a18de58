import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router-dom'
import { localise } from '../../shared/language.ts'
import { useLanguage, useSite } from '../site.tsx'

/** A link inside the site: `to` is a path without prefix, the link keeps the page's language. */
export function SiteLink({ to, ...props }: LinkProps & { to: string }) {
  return <Link {...useSiteLink(to)} {...props} />
}

/** The same in the navigation, marked when it leads to the current page. */
export function SiteNavLink({ to, ...props }: NavLinkProps & { to: string }) {
  return <NavLink caseSensitive {...useSiteLink(to)} {...props} />
}

/** What every link of the site does: a pointer, a touch or the focus on it fetches the page that it leads to. */
function useSiteLink(path: string) {
  const to = localise(path, useLanguage())
  const { prefetch } = useSite()
  const approach = () => prefetch(to)
  return {
    to,
    discover: 'none',
    onPointerEnter: approach,
    onTouchStart: approach,
    onFocus: approach,
  } as const
}
