import { useTranslation } from 'react-i18next'
import { pathOf } from '../../shared/site-map.ts'
import { Head } from '../head/head.tsx'
import { Scene } from '../parts/scene.tsx'
import styles from './error-screen.module.css'
import { Frame } from './layout.tsx'
import { SiteLink } from '../parts/site-link.tsx'

export type ErrorReason = 'notFound' | 'failed'

/** The screen of an address that has no page, and of a page that failed. It never shows the cause. */
export function ErrorScreen({ reason }: { reason: ErrorReason }) {
  const { t } = useTranslation()
  return <PlainErrorScreen words={t(`error.${reason}`)} />
}

/** @param hasWayOn false where the visitor is to go back, to a form that still holds what was typed */
export function PlainErrorScreen({ words, hasWayOn = true }: { words: string; hasWayOn?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Head title={t('error.title')} description={words} path={null} />
      <div className={styles.sky}>
        <section className={styles.screen}>
          {/* The same words in both languages. */}
          <h1 lang="en">{t('error.title')}</h1>
          <p className={styles.reason}>{words}</p>
          {hasWayOn && <p>{t('error.hint')}</p>}
          <p>
            <SiteLink to={pathOf('home')} className="button">
              {t('error.home')}
            </SiteLink>
          </p>
        </section>
        <Scene className={styles.scene} />
      </div>
    </>
  )
}

/** What the browser shows in the place of a page whose code threw. */
export function FailedPage() {
  return (
    <Frame>
      <ErrorScreen reason="failed" />
    </Frame>
  )
}
