import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router-dom'
import { localise } from '../../shared/language.ts'
import { useLanguage } from '../site.tsx'

/** A link inside the site: `to` is a path without prefix, the link keeps the page's language. */
export function SiteLink({ to, ...props }: LinkProps & { to: string }) {
  return <Link to={localise(to, useLanguage())} discover="none" {...props} />
}

/** The same in the navigation, marked when it leads to the current page. */
export function SiteNavLink({ to, ...props }: NavLinkProps & { to: string }) {
  return <NavLink to={localise(to, useLanguage())} caseSensitive discover="none" {...props} />
}
