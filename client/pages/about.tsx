import { useTranslation } from 'react-i18next'
import en from '../../locales/en/about.json'
import fr from '../../locales/fr/about.json'
import { pathOf } from '../../shared/site-map.ts'
import { Head } from '../head/head.tsx'
import type { PageTexts } from '../context/i18n.ts'
import { SiteLink } from '../parts/site-link.tsx'
import { CallToAction } from '../parts/call-to-action.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Chart } from '../parts/chart.tsx'
import { Section } from '../parts/sections.tsx'
import styles from './about.module.css'

declare module 'i18next' {
  interface PageResources {
    about: typeof fr
  }
}

export const texts: PageTexts = { namespace: 'about', fr, en }

const services = ['ai', 'archiving', 'architecture', 'vulnerability'] as const

export function Page() {
  const { t } = useTranslation('about')
  const section = (id: 'history' | 'expertise' | 'location' | 'commitment') => ({
    id,
    label: t(`${id}.label`),
    title: t(`${id}.title`),
    body: t(`${id}.body`),
  })
  return (
    <>
      <Head title={t('meta.title')} description={t('meta.description')} path={pathOf('about')} />
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={styles.columns}>
        <Section {...section('history')} />
        <Section {...section('expertise')} />
        <Section {...section('location')}>
          <Chart className={styles.chart} />
        </Section>
        <Section id="services" label={t('services.label')} title={t('services.title')}>
          <dl className={styles.services}>
            {services.map((service) => (
              <div key={service}>
                <dt>
                  <SiteLink to={pathOf(service)}>{t(`services.${service}.title`)}</SiteLink>
                </dt>
                <dd>{t(`services.${service}.body`)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <div className={styles.commitment}>
        <Section {...section('commitment')} />
      </div>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} />
    </>
  )
}
