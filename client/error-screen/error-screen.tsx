/**
 * The screens that replace a page: for an unknown address, a failed page and a refused request. They always link to other pages and
 * never show the cause. This folder does not depend on what failed.
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

const suggestedPages = [...services, 'blog'] as const

/** The screen of an unknown address or a failed page. It never shows the cause. */
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
  hasLinks?: boolean
  children?: ReactNode
}

function PlainErrorScreen({ title, body, hasLinks = true, children }: PlainErrorScreenProps) {
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
        {hasLinks && (
          <ul className={styles.ways}>
            {suggestedPages.map((page) => (
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

/** The browser's screen for a page whose code has thrown. */
export function FailedPage() {
  return (
    <Frame>
      <ErrorScreen reason="failed" />
    </Frame>
  )
}

/** Why a request is refused. Only the server refuses, so only the server has these texts. */
export type RefusalReason = 'badRequest' | 'methodNotAllowed' | 'tooMany' | 'refused' | 'tooManyForms'

/** The server's screen for a refused request. */
export function RefusalScreen({ reason }: { reason: RefusalReason }) {
  const { t } = useTranslation('refusals')
  return (
    <PlainErrorScreen
      title={t(`${reason}.title`)}
      body={t(`${reason}.body`)}
      hasLinks={reason !== 'refused' && reason !== 'tooManyForms'}
    />
  )
}
