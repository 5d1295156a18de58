/**
 * The screens that replace a page: of an unknown address, of a page that failed, and of a request that the server refuses. They always
 * show a way on and never the cause. They know nothing of what failed.
 */

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf, services } from '../../shared/site-map.ts'
import { SearchField } from '../search/search.tsx'
import { Head } from '../head/head.tsx'
import { Hero } from '../components/hero.tsx'
import { SiteLink } from '../components/site-link.tsx'
import styles from './error-screen.module.css'
import { Frame } from '../layout/layout.tsx'
import { NearPageLink } from '../components/near-page-link.tsx'

export type ErrorReason = 'notFound' | 'failed'

const ways = [...services, 'blog'] as const

/** The screen of an address that has no page, and of a page that failed. It never shows the cause. */
export function ErrorScreen({ reason }: { reason: ErrorReason }) {
  const { t } = useTranslation()
  const isMissing = reason === 'notFound'
  return (
    <PlainErrorScreen title={t(`error.${reason}.title`)} body={t(`error.${reason}.body`)}>
      {import.meta.env.SSR && isMissing && <NearPageLink />}
      {isMissing && <SearchField />}
    </PlainErrorScreen>
  )
}

type PlainErrorScreenProps = {
  title: string
  body: string
  /** False if the visitor should go back to a form, which still holds the typed text. */
  hasWayOn?: boolean
  children?: ReactNode
}

function PlainErrorScreen({ title, body, hasWayOn = true, children }: PlainErrorScreenProps) {
  const { t } = useTranslation()
  return (
    <>
      <Head title={title} description={body} path={null} />
      <Hero isFoggy>
        {/* The same words in both languages. */}
        <p className={styles.label} lang="en">
          {t('error.title')}
        </p>
        <h1>{title}</h1>
        <p className={styles.body}>{body}</p>
        {children}
        {hasWayOn && (
          <ul className={styles.ways}>
            {ways.map((page) => (
              <li key={page}>
                <SiteLink to={pathOf(page)}>{t(`nav.${page}`)}</SiteLink>
              </li>
            ))}
          </ul>
        )}
        <SiteLink to={pathOf('home')} className="button">
          {t('error.home')}
        </SiteLink>
      </Hero>
    </>
  )
}

/** The browser's screen for a page whose code threw. */
export function FailedPage() {
  return (
    <Frame>
      <ErrorScreen reason="failed" />
    </Frame>
  )
}

/** Why a request is not served. Only the server refuses, so only the server has these texts. */
export type RefusalReason = 'badRequest' | 'methodNotAllowed' | 'tooMany' | 'refused' | 'tooManyForms'

/** The server's screen for a request that it refuses. */
export function RefusalScreen({ reason }: { reason: RefusalReason }) {
  const { t } = useTranslation('refusals')
  return (
    <PlainErrorScreen
      title={t(`${reason}.title`)}
      body={t(`${reason}.body`)}
      hasWayOn={reason !== 'refused' && reason !== 'tooManyForms'}
    />
  )
}
