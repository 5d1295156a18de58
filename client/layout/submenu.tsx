import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { withoutPrefix } from '../../shared/language.ts'
import { Chevron } from '../parts/icons.tsx'
import styles from './header.module.css'
import type { MenuGroup } from './menu.ts'
import { SiteNavLink } from './site-link.tsx'
import { usePopover } from './use-popover.ts'

const id = 'cybersecurity-menu'

/** A disclosure on wide screens; in the small screens' sheet its links simply stand below its name. */
export function Submenu({ group, onChoose }: { group: MenuGroup; onChoose: () => void }) {
  const { t } = useTranslation()
  const { ref, expanded, hide } = usePopover<HTMLUListElement>()
  const { pathname } = useLocation()
  const current = group.items.some(({ path }) => path === withoutPrefix(pathname))

  function choose() {
    hide()
    onChoose()
  }

  return (
    <>
      <p className={styles.group}>{t(group.label)}</p>
      <button
        type="button"
        className={styles.disclosure}
        popoverTarget={id}
        aria-expanded={expanded}
        data-current={current || undefined}
      >
        {t(group.label)}
        <Chevron />
      </button>
      <ul ref={ref} id={id} popover="auto" className={styles.submenu}>
        {group.items.map(({ path, label }) => (
          <li key={label}>
            <SiteNavLink to={path} onClick={choose}>
              {t(label)}
            </SiteNavLink>
          </li>
        ))}
      </ul>
    </>
  )
}
