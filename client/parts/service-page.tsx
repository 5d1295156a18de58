import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactSubject } from '../../shared/form-query.ts'
import { localise } from '../../shared/language.ts'
import { contactPath, pathOf } from '../../shared/site-map.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import { Head } from '../head/head.tsx'
import { organisationId } from '../head/structured-data.ts'
import { CallToAction } from './call-to-action.tsx'
import { Emblem, type EmblemName } from './emblem.tsx'
import { Arrow } from './icons.tsx'
import { IndexedSections, type IndexedSection } from './sections.tsx'
import { SiteLink } from './site-link.tsx'
import styles from './service-page.module.css'

type ServicePageProps = {
  /** Also the name of its emblem. */
  page: EmblemName
  /** The subject that the contact form begins with. */
  subject: ContactSubject
  sections: readonly IndexedSection[]
  /** An example of the service's result, at the top; without it wide screens show the emblem. */
  example?: ReactNode
  children: ReactNode
}

/** A service's page around its sections: metadata, title and lead, an index, and links to the contact form. */
export function ServicePage({ page, subject, sections, example, children }: ServicePageProps) {
  const { t } = useTranslation(page)
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
    areaServed: ['Canada', 'United States'],
  })
  return (
    <>
      <Head
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf(page)}
        structured={import.meta.env.SSR ? () => [service()] : undefined}
      />
      <header className={styles.header}>
        <div className={styles.inner}>
          <div className={styles.text}>
            <Emblem name={page} className={styles.sign} />
            <h1>{t('intro.title')}</h1>
            <p className={styles.lead}>{t('intro.lead')}</p>
            <SiteLink to={contactPath(subject)} className="button">
              <span>{t('cta.button')}</span>
              <Arrow />
            </SiteLink>
          </div>
          {example ?? <Emblem name={page} className={styles.emblem} />}
        </div>
      </header>
      <IndexedSections intro={t('intro.body')} sections={sections}>
        {children}
      </IndexedSections>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} subject={subject} />
    </>
  )
}
