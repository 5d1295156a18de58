import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { registration } from '../../shared/company.ts'
import type { ContactSubject } from '../../shared/form-query.ts'
import { localise } from '../../shared/language.ts'
import { contactPath, pathOf, type Service } from '../../shared/site-map.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { Head, organisationId } from '../head/head.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Icon } from './icon.tsx'
import { SectionIndex } from './section-index.tsx'
import bar from './section-bar.module.css'
import type { IndexedSection } from './section-heading.tsx'
import section from './sections.module.css'
import { SiteLink } from './site-link.tsx'
import styles from './service-page.module.css'

type ServicePageProps = {
  page: Service
  /** The subject that the contact form begins with. */
  subject: ContactSubject
  sections: readonly IndexedSection[]
  /** An example of the service's product. */
  example: ReactNode
  /** Content before the first section, placed on the grid's columns. */
  intro: ReactNode
  children: ReactNode
}

/** A service's page around its sections: metadata, head, an index, and links to the contact form. */
export function ServicePage({ page, subject, sections, example, intro, children }: ServicePageProps) {
  const { t } = useTranslation(page)
  const { t: tCommon } = useTranslation()
  const { url } = useSite()
  const address = url + localise(pathOf(page), useLanguage())
  const service = () => ({
    '@type': 'Service',
    '@id': `${address}#service`,
    name: t('intro.title'),
    description: t('meta.description'),
    url: address,
    mainEntityOfPage: { '@id': address },
    provider: { '@id': organisationId(url) },
    areaServed: registration.areaServed,
  })
  return (
    <>
      <Head
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf(page)}
        structured={import.meta.env.SSR ? () => [service()] : undefined}
      />
      <header className={`grid ${styles.header}`}>
        <div className={styles.text}>
          <p className={styles.name}>{tCommon(`nav.${page}`)}</p>
          <h1>{t('intro.title')}</h1>
          <p className={styles.lead}>{t('intro.lead')}</p>
          <SiteLink to={contactPath(subject)} className="button">
            <span>{t('cta.button')}</span>
            <Icon name="arrow" />
          </SiteLink>
        </div>
        <div className={styles.example}>{example}</div>
      </header>
      <SectionIndex sections={sections} className={bar.bar} />
      <div className={styles.body}>
        <div className={`grid ${section.section} ${styles.intro}`}>
          <p className={styles.introduction}>{tCommon('introduction')}</p>
          {intro}
        </div>
        {children}
      </div>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} subject={subject} />
    </>
  )
}
