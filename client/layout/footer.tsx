import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import { footer, pathOf } from '../../shared/site-map.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { EmailLink } from '../components/email-link.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { SiteLink } from '../components/site-link.tsx'
import styles from './footer.module.css'

export function Footer() {
  const { t } = useTranslation()
  const { year } = useSite()
  const language = useLanguage()
  return (
    <footer className={styles.footer}>
      <div className={styles.coast} />
      <div className="grid">
        <div className={styles.columns}>
          <div className={styles.brand}>
            <Mark className={styles.mark} />
            <p className={styles.name} translate="no">
              {company.name}
            </p>
            <p>{t('site.tagline')}</p>
          </div>
          {footer.map(({ name, pages }) => (
            <nav key={name} aria-label={t(`footer.${name}`)}>
              <h2 className={styles.title}>{t(`footer.${name}`)}</h2>
              <ul>
                {pages.map((page) => (
                  <li key={page}>
                    <SiteLink to={pathOf(page)}>{t(`nav.${page}`)}</SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className={styles.title}>{t('footer.address')}</h2>
            <address>
              {company.locality}
              <br />
              <span>{`${company.province[language]}, ${company.country[language]}`}</span>
            </address>
            <p className={styles.email}>
              <EmailLink />
            </p>
            <SiteLink to={pathOf('contact')} className="more">
              <span>{t('nav.write')}</span>
              <Icon name="arrow" />
            </SiteLink>
          </div>
        </div>
      </div>
      <div className={`grid ${styles.legal}`}>
        <p>
          © {year} <span translate="no">{company.name}</span>. <span>{t('footer.rights')}</span>
        </p>
        <SiteLink to={pathOf('terms')}>{t('nav.terms')}</SiteLink>
      </div>
    </footer>
  )
}
