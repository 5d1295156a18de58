import { useTranslation } from 'react-i18next'
import { pathOf } from '../../shared/site-map.ts'
import { Head } from '../head.tsx'
import { Scene } from '../parts/scene.tsx'
import styles from './error-screen.module.css'
import { Frame } from './layout.tsx'
import { SiteLink } from './site-link.tsx'

export type FailureReason =
  'notFound' | 'failed' | 'badRequest' | 'methodNotAllowed' | 'refused' | 'tooMany' | 'tooManyForms'

/** What a visitor sent: the way on is back to the form, which still holds what was typed. */
const ofForms: readonly FailureReason[] = ['refused', 'tooManyForms']

/** The one screen of everything that has no page. Nothing of the cause is ever part of it. */
export function ErrorScreen({ reason }: { reason: FailureReason }) {
  const { t } = useTranslation()
  return (
    <>
      <Head title={t('error.title')} description={t(`error.${reason}`)} path={null} />
      <div className={styles.sky}>
        <section className={styles.screen}>
          {/* The same words in both languages. */}
          <h1 lang="en">{t('error.title')}</h1>
          <p className={styles.reason}>{t(`error.${reason}`)}</p>
          {!ofForms.includes(reason) && <p>{t('error.hint')}</p>}
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
