import type { MouseEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { contactFields } from '../../shared/contact-rules.ts'
import { localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { useLanguage, useSite } from '../context/site.tsx'
import type { ContactState } from './contact-submission.ts'
import styles from './form-status.module.css'

type FormStatusProps = {
  state: ContactState
  /** Whether the form still holds the typed text. */
  kept: boolean
  /** Shows the form again. Without scripts, the link loads the page. */
  onAnother: () => void
  ref: Ref<HTMLDivElement>
}

/** The outcome above the form: sending, sent, or the reason why not, with links to the invalid fields. It receives the focus. */
export function FormStatus({ state, kept, onAnother, ref }: FormStatusProps) {
  const { t } = useTranslation('contact')
  const { botCheck } = useSite()
  const language = useLanguage()
  // docs/contract.md fixes a text that names reCAPTCHA, whichever check has failed.
  const isSiteCheck = state.kind === 'botCheck' && botCheck === 'site'
  if (state.kind === 'idle') return <div role="status" ref={ref} tabIndex={-1} />
  if (state.kind === 'sending') {
    return (
      <div role="status" ref={ref} tabIndex={-1} className={styles.status}>
        <p>{t('form.sending')}</p>
      </div>
    )
  }
  if (state.kind === 'success') {
    const showForm = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onAnother()
    }
    return (
      <div role="status" ref={ref} tabIndex={-1} className={styles.sent}>
        <p className={styles.thanks}>{t('form.success')}</p>
        <p>{t('next.reply')}</p>
        <p>
          <a href={localise(pathOf('contact'), language)} onClick={showForm}>
            {t('form.another')}
          </a>
        </p>
      </div>
    )
  }
  if (state.kind === 'invalid') {
    return (
      <div role="alert" ref={ref} tabIndex={-1} className={styles.failure}>
        <p>{t('form.summary')}</p>
        <ul>
          {contactFields.map((field) => {
            const problem = state.problems[field]
            return (
              problem && (
                <li key={field}>
                  <a href={`#contact-${field}`}>{t(`form.problems.${problem}`)}</a>
                </li>
              )
            )
          })}
        </ul>
      </div>
    )
  }
  return (
    <div role="alert" ref={ref} tabIndex={-1} className={styles.failure}>
      <p>{t(`form.${state.kind}`)}</p>
      {isSiteCheck && <p>{t('form.siteCheck')}</p>}
      {kept && <p>{t('form.kept')}</p>}
    </div>
  )
}
