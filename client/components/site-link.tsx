import { Link, type LinkProps, useLocation } from 'react-router-dom'
import { localise, withoutPrefix } from '../../shared/language.ts'
import { useLanguage, useSite } from '../context/site.tsx'

/** `to`: a path without prefix, with or without a query. */
type SiteLinkProps = Omit<LinkProps, 'to'> & { to: string }

/** A link inside the site, in the page's language. A pointer, a touch or the focus on it prefetches its page. */
export function SiteLink({ to: path, ...props }: SiteLinkProps) {
  const to = localise(path, useLanguage())
  const { prefetch } = useSite()
  const approach = () => prefetch(to)
  // `discover` is for routes that are fetched one by one; ours are all known.
  return (
    <Link {...props} to={to} discover="none" onPointerEnter={approach} onTouchStart={approach} onFocus={approach} />
  )
}

/** A link of the navigation, marked if it leads to the current page or its parent. */
export function SiteNavLink(props: SiteLinkProps) {
  const pathname = withoutPrefix(useLocation().pathname)
  const isCurrent = pathname === props.to || pathname.startsWith(`${props.to}/`)
  return <SiteLink aria-current={isCurrent ? 'page' : undefined} {...props} />
}
