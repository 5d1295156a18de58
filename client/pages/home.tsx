import { useTranslation } from 'react-i18next'
import en from '../../locales/en/home.json'
import fr from '../../locales/fr/home.json'
import { pathOf } from '../../shared/site-map.ts'
import { Head } from '../head/head.tsx'
import type { PageTexts } from '../context/i18n.ts'
import { SiteLink } from '../parts/site-link.tsx'
import { Chart } from '../parts/chart.tsx'
import { CallToAction } from '../parts/call-to-action.tsx'
import { Emblem } from '../parts/emblem.tsx'
import { Arrow } from '../parts/icons.tsx'
import { Mark } from '../parts/mark.tsx'
import { Paragraphs } from '../parts/paragraphs.tsx'
import { Scene } from '../parts/scene.tsx'
import { Steps } from '../parts/sections.tsx'
import styles from './home.module.css'

declare module 'i18next' {
  interface PageResources {
    home: typeof fr
  }
}

export const texts: PageTexts = { namespace: 'home', fr, en }

const services = ['ai', 'archiving', 'architecture', 'vulnerability'] as const
const steps = ['listen', 'prove', 'hand'] as const

export function Page() {
  const { t } = useTranslation('home')
  return (
    <>
      <Head title={t('meta.title')} description={t('meta.description')} path={pathOf('home')} />
      <div className={styles.hero}>
        <Scene className={styles.scene} />
        <div className={styles.heroText}>
          <Mark className={styles.logo} label={t('logoAlt')} />
          <h1>{t('title')}</h1>
          <p className={styles.subtitle}>{t('subtitle')}</p>
          <SiteLink to={pathOf('contact')} className="button">
            <span>{t('cta.button')}</span>
            <Arrow />
          </SiteLink>
        </div>
      </div>
      <section className={styles.services} aria-labelledby="services">
        <div className={styles.servicesHead}>
          <h2 id="services">{t('services.title')}</h2>
          <p>{t('services.lead')}</p>
        </div>
        <ul className={styles.cards}>
          {services.map((service) => (
            <li key={service} className={styles.card}>
              <Emblem name={service} className={styles.emblem} />
              <h3>{t(`services.${service}.title`)}</h3>
              <p>{t(`services.${service}.body`)}</p>
              <SiteLink to={pathOf(service)} className="more">
                <span>{t(`services.${service}.link`)}</span>
                <Arrow />
              </SiteLink>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.method} aria-labelledby="method">
        <div className={styles.methodHead}>
          <h2 id="method">{t('method.title')}</h2>
          <p>{t('method.body')}</p>
        </div>
        <Steps
          steps={steps.map((step) => ({
            title: t(`method.steps.${step}.title`),
            body: t(`method.steps.${step}.body`),
          }))}
        />
      </section>
      <section className={styles.place} aria-labelledby="place">
        <div>
          <h2 id="place">{t('place.title')}</h2>
          <Paragraphs text={t('place.body')} />
        </div>
        <Chart />
      </section>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} />
    </>
  )
}
