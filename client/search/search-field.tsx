import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigationType } from 'react-router-dom'
import { localise } from '../../shared/language.ts'
import { maxQuery } from '../../shared/search.ts'
import { pathOf } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'
import styles from './search-field.module.css'

// If its code fails to load, the browser submits the form.
const LiveSearch = lazy(() => import('./live-search.tsx').catch(() => ({ default: () => null })))

type SearchFieldProps = {
  /** The address's words; null if the results are on another page. */
  words?: string | null
}

/** The form that leads to the results. On the blog's list it shows results while a visitor types, with code that it fetches when used. */
export function SearchField({ words = null }: SearchFieldProps): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isBack = String(useNavigationType()) === 'POP'
  const shown = useRef(words)

  // The field follows the address, except while the address follows the typed words.
  useEffect(() => {
    const input = form.current?.querySelector('input')
    if (!input || shown.current === words) return
    shown.current = words
    if (isBack || input !== document.activeElement) input.value = words ?? ''
  }, [words, isBack])

  return (
    <form
      ref={form}
      role="search"
      action={localise(pathOf('blog'), useLanguage())}
      className={styles.form}
      onFocus={() => setUsed(words !== null)}
    >
      <label htmlFor={id}>{t('search.label')}</label>
      <div className={styles.row}>
        <input id={id} type="search" name="q" defaultValue={words ?? ''} maxLength={maxQuery} autoComplete="off" />
        <button type="submit" className={styles.submit}>
          {t('search.button')}
        </button>
      </div>
      {isUsed && (
        <Suspense>
          <LiveSearch form={form} />
        </Suspense>
      )}
    </form>
  )
}
