import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import type fr from '../../locales/fr/home.json'
import type { DatedPostLink } from '../../shared/post.ts'
import { maxLatest, newestFirst, type PageOutcome } from '../../shared/post-list.ts'
import { pathOf, services } from '../../shared/site-map.ts'
import { Deferred } from '../components/deferred.tsx'
import { PostLinks } from '../components/post-links.tsx'
import { type HomeData, mapMaybePromise, type PageSource } from '../context/loader-data.ts'
import { useLanguage } from '../context/site.tsx'
import { Crop } from '../drawings/crop.tsx'
import { Head } from '../head/head.tsx'
import { CallToAction } from '../components/call-to-action.tsx'
import { Chart } from '../components/chart.tsx'
import { Hero } from '../components/hero.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Paragraphs } from '../components/paragraphs.tsx'
import { Steps } from '../components/steps.tsx'
import { SiteLink } from '../components/site-link.tsx'
import styles from './home.module.css'

declare module 'i18next' {
  interface PageResources {
    home: typeof fr
  }
}

const steps = ['listen', 'prove', 'hand'] as const

export async function load(_: LoaderFunctionArgs, { language, posts, deferred }: PageSource): Promise<HomeData> {
  const { outcome } = await deferred(mapMaybePromise(posts.page(language, 1), latestIn))
  return { latest: outcome }
}

function latestIn(list: PageOutcome): DatedPostLink[] {
  if (list.kind !== 'page') return []
  return newestFirst(list.posts)
    .slice(0, maxLatest)
    .map(({ slug, title, published_at }) => ({ slug, title, published_at }))
}

export function Page() {
  const { t } = useTranslation('home')
  const { latest } = useLoaderData<HomeData>()
  const language = useLanguage()
  return (
    <>
      <Head title={t('meta.title')} description={t('meta.description')} path={pathOf('home')} />
      <Hero>
        <p className={styles.sign}>
          <Mark className={styles.logo} label={t('logoAlt')} />
          <span>{t('sign')}</span>
        </p>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
        <SiteLink to={pathOf('contact')} className="button">
          <span>{t('cta.button')}</span>
          <Icon name="arrow" />
        </SiteLink>
        <p className={styles.audiences}>{t('audiences')}</p>
      </Hero>
      <section className={`grid ${styles.section}`} aria-labelledby="services">
        <h2 id="services" className={styles.heading}>
          {t('services.title')}
        </h2>
        <p className={styles.lead}>{t('services.lead')}</p>
        <ul className={styles.services}>
          {services.map((service) => (
            <li key={service}>
              <Crop of={service} />
              <h3>
                <SiteLink to={pathOf(service)}>{t(`services.${service}.title`)}</SiteLink>
              </h3>
              <p>{t(`services.${service}.body`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={`grid ${styles.section} ${styles.method}`} aria-labelledby="method">
        <h2 id="method" className={styles.heading}>
          {t('method.title')}
        </h2>
        <p className={styles.lead}>{t('method.body')}</p>
        <Steps
          steps={steps.map((step) => ({
            title: t(`method.steps.${step}.title`),
            body: t(`method.steps.${step}.body`),
          }))}
        />
      </section>
      <Deferred outcome={latest} id={language} loading={null}>
        {(posts) => posts.length > 0 && <Latest posts={posts} />}
      </Deferred>
      <section className={`grid ${styles.section}`} aria-labelledby="place">
        <div className={styles.place}>
          <h2 id="place">{t('place.title')}</h2>
          <Paragraphs text={t('place.body')} />
        </div>
        <Chart className={styles.chart} />
      </section>
      <CallToAction title={t('cta.title')} body={t('cta.body')} button={t('cta.button')} />
    </>
  )
}

function Latest({ posts }: { posts: readonly DatedPostLink[] }) {
  const { t } = useTranslation('home')
  return (
    <section className={`grid ${styles.section} ${styles.latest}`} aria-labelledby="latest">
      <h2 id="latest" className={styles.heading}>
        {t('latest.title')}
      </h2>
      <p className={styles.lead}>
        <SiteLink to={pathOf('blog')}>{t('latest.all')}</SiteLink>
      </p>
      <PostLinks posts={posts} />
    </section>
  )
}
