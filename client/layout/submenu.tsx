import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type common from '../../locales/fr/common.json'
import { withoutPrefix } from '../../shared/language.ts'
import { pathOf, type PlainPageId } from '../../shared/site-map.ts'
import { Icon } from '../components/icon.tsx'
import styles from './header.module.css'
import { SiteNavLink } from '../components/site-link.tsx'
import { usePopover } from './use-popover.ts'

/** A group of the navigation; its name is a key of the texts. */
export type MenuGroup = { name: keyof typeof common.nav; pages: readonly PlainPageId[] }

/**
 * A group of the navigation. On wide screens it is a disclosure, which also opens when a mouse hovers over it. On small screens its
 * links are shown below its name.
 */
export function Submenu({ group, onChoose }: { group: MenuGroup; onChoose: () => void }) {
  const { t } = useTranslation()
  const { ref, expanded, hide } = usePopover<HTMLUListElement>()
  const { pathname } = useLocation()
  const id = `${group.name}-menu`
  const label = t(`nav.${group.name}`)
  const current = group.pages.some((page) => pathOf(page) === withoutPrefix(pathname))
  const isByMouse = useRef(false)
  // `expanded` is updated too late for a quick click.
  const isOpen = () => ref.current?.matches(':popover-open')

  function approach({ pointerType, currentTarget }: PointerEvent<HTMLButtonElement>) {
    // Without anchor positioning the list opens in a corner, away from the mouse.
    if (pointerType !== 'mouse' || !CSS.supports('position-area: bottom') || isOpen()) return
    currentTarget.click()
    isByMouse.current = true
  }

  /** A list that hovering has opened must not close on the click. A keyboard's click has `detail` 0. */
  function keep(event: MouseEvent) {
    if (isByMouse.current && event.detail > 0 && isOpen()) event.preventDefault()
    isByMouse.current = false
  }

  /** The list stays open if the keyboard's focus is in it. */
  function leave() {
    if (isByMouse.current && !ref.current?.contains(document.activeElement)) hide()
    isByMouse.current = false
  }

  function choose() {
    hide()
    onChoose()
  }

  return (
    <li className={styles.item} onPointerLeave={leave}>
      <p className={styles.group}>{label}</p>
      <button
        type="button"
        className={styles.disclosure}
        popoverTarget={id}
        aria-expanded={expanded}
        data-current={current || undefined}
        onPointerEnter={approach}
        onClick={keep}
      >
        <span>{label}</span>
        <Icon name="chevron" />
      </button>
      <ul ref={ref} id={id} popover="auto" className={styles.submenu}>
        {group.pages.map((page) => (
          <li key={page}>
            <SiteNavLink to={pathOf(page)} onClick={choose}>
              {t(`nav.${page}`)}
            </SiteNavLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
