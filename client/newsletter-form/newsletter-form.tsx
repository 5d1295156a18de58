/**
 * The newsletter's form, below articles and lists. It works without JavaScript and keeps a refused address. It knows nothing
 * about Ghost.
 */
import type { Challenge } from 'altcha-lib'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { type FormOutcome, parseFormOutcome } from '../../shared/form-query.ts'
import { emailMaxLength, parseEmail, trimUnseen } from '../../shared/form-rules.ts'
import { localise } from '../../shared/language.ts'
import { pathOf, rssPath } from '../../shared/site-map.ts'
import { SiteLink } from '../components/site-link.tsx'
import { Icon } from '../components/icon.tsx'
import { useLanguage } from '../context/site.tsx'
import styles from './newsletter-form.module.css'
import { createPrepared, fetchChallenge, postJson, solve } from '../challenge/challenge.ts'

/** The outcome; `limited`: the rate limit of this IP address is exceeded, so a retry would be refused too. */
type Sent = FormOutcome | 'limited'

type State = 'idle' | 'sending' | Sent

/** The proof of work of a subscription; null if the browser cannot compute one. */
const newsletterProof = createPrepared(async () => {
  const { challenge } = await fetchChallenge<{ challenge: Challenge }>('/api/newsletter/check')
  return solve(challenge)
})

type NewsletterFormProps = {
  /** Replaces the usual title, as `description` replaces the usual description. */
  title?: string
  description?: string
  /** The e-mail address of a refused form that has come back. */
  refused?: string | null
}

/**
 * The subscribe block. Without JavaScript the browser posts the form. It comes back to the blog list, whose query has the outcome, and
 * which holds a refused address.
 */
export function NewsletterForm({ title = '', description = '', refused = null }: NewsletterFormProps) {
  const { t } = useTranslation('blog')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const outcome = new URLSearchParams(useLocation().search).get('newsletter')
  const [state, setState] = useState<State>(parseFormOutcome(outcome) ?? 'idle')
  const [refusals, setRefusals] = useState(0)
  // The address is kept, since the next page's data has no refused address and would clear a field that stays.
  const [draft] = useState(refused ?? undefined)
  const id = useId()
  const outcomeRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The outcome is shown once; the toggle keeps this query, so the other language shows it too.
    if (outcome !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [outcome, language])

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = parseEmail(new FormData(form).get('email'))
    const field = form.elements.namedItem('email')
    if (email === null) {
      setState('invalid')
      setRefusals(refusals + 1)
      // The message describes the field, so it is read with it.
      if (field instanceof HTMLElement) field.focus()
      return
    }
    // The button is disabled while sending, and would lose the focus.
    if (document.activeElement?.matches('button')) outcomeRef.current?.focus()
    setState('sending')
    const outcome = await sendSubscription(email, language)
    setState(outcome)
    // The field is not cleared by `reset`: a returned form has the refused address as its initial value.
    if ((outcome === 'success' || outcome === 'sent') && field instanceof HTMLInputElement) field.value = ''
  }

  /** The browser refuses an address with invisible characters around it. */
  function submitTrimmed(event: FormEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const trimmed = trimUnseen(field.value)
    if (trimmed === field.value) return
    event.preventDefault()
    field.value = trimmed
    // It runs once the browser has finished its check.
    setTimeout(() => field.form?.requestSubmit())
  }

  const isToConfirm = state === 'sent'
  const message = state === 'idle' ? null : t(`newsletter.${isToConfirm ? 'success' : state}`)
  const failed = state === 'invalid' || state === 'limited' || state === 'error'
  return (
    <section id="newsletter" className={`no-print ${styles.band}`} aria-labelledby={`${id}-title`}>
      <div className={styles.inner}>
        <div>
          <h2 id={`${id}-title`}>{title || t('newsletter.title')}</h2>
          <p>{description || t('newsletter.description')}</p>
          <p>
            <a href={localise(rssPath, language)}>{t('newsletter.feed')}</a>
          </p>
        </div>
        <form method="post" action="/api/newsletter" onSubmit={subscribe} onInput={newsletterProof.prepare}>
          <input type="hidden" name="lang" value={language} />
          <label htmlFor={`${id}-email`}>{t('newsletter.label')}</label>
          <div className={styles.row}>
            <input
              id={`${id}-email`}
              type="email"
              name="email"
              required
              maxLength={emailMaxLength}
              defaultValue={draft}
              autoComplete="email"
              placeholder={t('newsletter.placeholder')}
              aria-describedby={`${id}-outcome ${id}-privacy`}
              aria-invalid={state === 'invalid' || undefined}
              onInvalid={submitTrimmed}
            />
            <button type="submit" className="button" disabled={state === 'sending'}>
              <span>{state === 'sending' ? t('newsletter.sending') : t('newsletter.button')}</span>
              <Icon name="arrow" />
            </button>
          </div>
          <div
            id={`${id}-outcome`}
            ref={outcomeRef}
            role="status"
            tabIndex={-1}
            className={styles.outcome}
            data-failed={failed || undefined}
          >
            {/* A new element each time: screen readers do not announce an unchanged text again. */}
            {message && <p key={refusals}>{message}</p>}
            {isToConfirm && <p>{t('newsletter.sent')}</p>}
          </div>
          <p className={styles.privacy}>
            <span id={`${id}-privacy`}>{t('newsletter.privacy')}</span>{' '}
            <SiteLink to={pathOf('terms')}>{tCommon('nav.terms')}</SiteLink>
          </p>
        </form>
      </div>
    </section>
  )
}

async function sendSubscription(email: string, lang: string): Promise<Sent> {
  // Without a proof the server's limit is stricter.
  const proof = await newsletterProof.take().catch(() => null)
  try {
    const response = await postJson('/api/newsletter', { email, lang, ...(proof === null ? {} : { proof }) })
    // Any other success comes from between, such as a hotel's sign-in page.
    if (response.status === 202 && !response.redirected) {
      const { outcome } = (await response.json()) as { outcome?: string }
      return outcome === 'sent' ? outcome : 'success'
    }
    if (response.status === 422) return 'invalid'
    return response.status === 429 ? 'limited' : 'error'
  } catch {
    return 'error'
  }
}
