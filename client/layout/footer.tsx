import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import { pathOf } from '../../shared/site-map.ts'
import { Mark } from '../parts/mark.tsx'
import { useLanguage, useSite } from '../context/site.tsx'
import styles from './footer.module.css'
import { SiteLink } from '../parts/site-link.tsx'

const columns = [
  {
    title: 'footer.services',
    links: [
      { path: pathOf('ai'), label: 'nav.ai' },
      { path: pathOf('archiving'), label: 'nav.archiving' },
      { path: pathOf('architecture'), label: 'nav.architecture' },
      { path: pathOf('vulnerability'), label: 'nav.vulnerability' },
    ],
  },
  {
    title: 'footer.company',
    links: [
      { path: pathOf('home'), label: 'nav.home' },
      { path: pathOf('about'), label: 'nav.about' },
      { path: pathOf('blog'), label: 'nav.blog' },
      { path: pathOf('contact'), label: 'nav.contact' },
    ],
  },
] as const

export function Footer() {
  const { t } = useTranslation()
  const { year } = useSite()
  const language = useLanguage()
  return (
    <footer className={styles.footer}>
      <div className={styles.grid}>
        <div className={styles.brand}>
          <Mark className={styles.mark} />
          <p className={styles.name} translate="no">
            {company.name}
          </p>
          <p>{t('site.tagline')}</p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={t(title)}>
            <h2 className={styles.title}>{t(title)}</h2>
            <ul>
              {links.map(({ path, label }) => (
                <li key={path}>
                  <SiteLink to={path}>{t(label)}</SiteLink>
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
            <span>{`${company.region[language]}, ${company.country[language]}`}</span>
          </address>
        </div>
      </div>
      <div className={styles.legal}>
        <p>
          © {year} <span translate="no">{company.name}</span>. <span>{t('footer.rights')}</span>
        </p>
        <SiteLink to={pathOf('terms')}>{t('footer.terms')}</SiteLink>
      </div>
    </footer>
  )
}
