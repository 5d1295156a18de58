import { type ComponentProps, memo, type MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { localise } from '../../shared/language.ts'
import { useLanguage, useSite } from '../context/site.tsx'

/** `to`: a path without prefix, with or without a query. */
type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link inside the site; it keeps the page's language, and a pointer, a touch or the focus on it fetches the page that it
 * leads to. It asks the router nothing: its `Link` brings 2 KB of script that serve frameworks, and its hooks have every link
 * of header and footer rendered anew wherever one leads.
 */
export const SiteLink = memo(function SiteLink({ to: path, onClick, ...props }: SiteLinkProps) {
  const to = localise(path, useLanguage())
  const { prefetch, goTo } = useSite()
  const approach = () => prefetch(to)
  return (
    <a
      {...props}
      href={to}
      onPointerEnter={approach}
      onTouchStart={approach}
      onFocus={approach}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        goTo(to)
      }}
    />
  )
})

/** The same in the navigation, marked where the page is the current one or above it. */
export function SiteNavLink(props: SiteLinkProps) {
  const to = localise(props.to, useLanguage())
  const { pathname } = useLocation()
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`)
  return <SiteLink aria-current={isCurrent ? 'page' : undefined} {...props} />
}

/** Neither for another tab nor for a menu: those are the browser's. */
export function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
