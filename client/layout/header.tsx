import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import { otherLanguage } from '../../shared/language.ts'
import { menu, pathOf, type PlainPageId } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import styles from './header.module.css'
import sheet from './sheet.module.css'
import { LanguageToggle, toggleForm } from './language-toggle.tsx'
import { SiteLink, SiteNavLink } from '../components/site-link.tsx'
import { type MenuGroup, Submenu } from './submenu.tsx'
import { usePopover } from './use-popover.ts'

const items: readonly (PlainPageId | MenuGroup)[] = menu

/**
 * The menus are popovers. The browser opens them, closes them by Escape or a click outside, and restores the focus, all without
 * scripts (docs/decisions/005-popover-menus.md). On wide screens the sheet is always open in the header.
 */
export function Header() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { ref, expanded, hide } = usePopover<HTMLElement>()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <SiteLink to={pathOf('home')} className={styles.brand}>
          <Mark className={styles.mark} />
          <span translate="no">{company.name}</span>
        </SiteLink>
        <nav ref={ref} id="menu" popover="auto" className={`no-print ${sheet.sheet}`} aria-label={t('nav.label')}>
          <ul className={styles.items}>
            {items.map((item) =>
              typeof item === 'object' ? (
                <Submenu key={item.name} group={item} onChoose={hide} />
              ) : (
                <li key={item} className={styles.item}>
                  <SiteNavLink to={pathOf(item)} onClick={hide}>
                    {t(`nav.${item}`)}
                  </SiteNavLink>
                </li>
              ),
            )}
            <li className={styles.item}>
              <a href={company.network.url} rel="noopener" aria-label={t('nav.network')}>
                {company.network.name}
                <Icon name="externalArrow" />
              </a>
            </li>
          </ul>
          <div className={sheet.foot}>
            <SiteLink to={pathOf('contact')} className="button" onClick={hide}>
              {t('nav.write')}
            </SiteLink>
            <address>{`${company.locality}, ${company.province[language]}, ${company.country[language]}`}</address>
            <button type="submit" form={toggleForm} lang={otherLanguage(language)} onClick={hide}>
              {t('toggle.label')}
            </button>
          </div>
        </nav>
        <LanguageToggle className={styles.toggle} />
        <button
          type="button"
          className={styles.opener}
          popoverTarget="menu"
          aria-label={t(expanded ? 'nav.closeMenu' : 'nav.openMenu')}
          aria-expanded={expanded}
        >
          <Icon name={expanded ? 'cross' : 'lines'} />
        </button>
      </div>
    </header>
  )
}
