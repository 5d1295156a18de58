/**
 * The frame of every page: skip link, header, main area, footer and announcements, in the language of the address. It stays during a
 * navigation. This folder does not depend on any single page.
 */

import { type ReactNode, useMemo, useState } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { withoutPrefix } from '../../shared/language.ts'
import { LanguageProvider, useSite } from '../context/site.tsx'
import { Announcer } from './announcer.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'

const mainId = 'main'

/** Header, main area and footer, in the language of the address. */
export function Layout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function Frame({ children }: { children: ReactNode }) {
  const { languageAt, textsIn } = useSite()
  const location = useLocation()
  // Decided once per page: the toggle changes the language while the next page loads.
  const language = useMemo(() => languageAt(location.pathname), [languageAt, location])
  return (
    <LanguageProvider value={language}>
      <I18nextProvider i18n={textsIn(language)}>
        <SkipLink />
        <Header />
        <Main>{children}</Main>
        <Footer />
        <Announcer />
        <ScrollRestoration />
      </I18nextProvider>
    </LanguageProvider>
  )
}

function SkipLink() {
  const { t } = useTranslation()
  return (
    <a className={`no-print ${styles.skip}`} href={`#${mainId}`}>
      {t('skip')}
    </a>
  )
}

/** While the next page loads, the current one stays and shows a progress bar. The announcer announces it. */
function Main({ children }: { children: ReactNode }) {
  const loading = useNavigation().state === 'loading'
  return (
    <main id={mainId} tabIndex={-1} className={styles.main} aria-busy={loading}>
      {loading && <p className={styles.progress} />}
      <Fading>{children}</Fading>
    </main>
  )
}

/** A page fades in after a navigation; the first page does not. */
function Fading({ children }: { children: ReactNode }) {
  // The key has no language, so that typed text survives the toggle.
  const page = withoutPrefix(useLocation().pathname)
  const [shown, setShown] = useState({ page, isFirst: true })
  if (shown.page !== page) setShown({ page, isFirst: false })
  return (
    <div key={page} className={styles.page} data-fades={!shown.isFirst || undefined}>
      {children}
    </div>
  )
}
