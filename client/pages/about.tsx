import { useTranslation } from 'react-i18next'
import type fr from '../../locales/fr/about.json'
import { pathOf, services } from '../../shared/site-map.ts'
import { Head } from '../head/head.tsx'
import { SiteLink } from '../components/site-link.tsx'
import { CallToAction } from '../components/call-to-action.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Chart } from '../components/chart.tsx'
import { Definitions } from '../components/definitions.tsx'
import { Paragraphs } from '../components/paragraphs.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import styles from './about.module.css'

declare module 'i18next' {
  interface PageResources {
    about: typeof fr
  }
}

const sections = ['history', 'expertise', 'location', 'services', 'commitment'] as const
const domains = ['documents', 'ai', 'security'] as const
const commitments = ['data', 'place', 'formats', 'advice'] as const

export function Page() {
  const { t } = useTranslation('about')
  const heading = (id: (typeof sections)[number]) => ({ id, label: t(`${id}.label`), title: t(`${id}.title`) })
  return (
    <>
      <Head title={t('meta.title')} description={t('meta.description')} path={pathOf('about')} />
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={`grid ${styles.origin}`}>
        <section id="history" aria-labelledby="history-title" className={styles.history}>
          <SectionHeading {...heading('history')} />
          <Paragraphs text={t('history.body')} />
        </section>
        <section id="expertise" aria-labelledby="expertise-title">
          <SectionHeading {...heading('expertise')} />
          <Paragraphs text={t('expertise.body')} />
          <Definitions
            className={styles.rows}
            items={domains.map((domain) => ({
              title: t(`expertise.${domain}.title`),
              body: t(`expertise.${domain}.body`),
            }))}
          />
        </section>
        <section id="location" aria-labelledby="location-title" className={styles.location}>
          <SectionHeading {...heading('location')} />
          <Paragraphs text={t('location.body')} />
          <Chart className={styles.chart} />
        </section>
      </div>
      <section id="services" aria-labelledby="services-title" className={`grid ${styles.services}`}>
        <SectionHeading {...heading('services')} />
        <dl>
          {services.map((service) => (
            <div key={service}>
              <dt>
                <SiteLink to={pathOf(service)}>{t(`services.${service}.title`)}</SiteLink>
              </dt>
              <dd>{t(`services.${service}.body`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section id="commitment" aria-labelledby="commitment-title" className={`grid ${styles.commitment}`}>
        <SectionHeading {...heading('commitment')} />
        <ul>
          {commitments.map((commitment) => (
            <li key={commitment}>{t(`commitment.${commitment}`)}</li>
          ))}
        </ul>
        <Paragraphs text={t('commitment.body')} />
      </section>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} />
    </>
  )
}
