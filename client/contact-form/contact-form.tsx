/**
 * The contact form. Typed text survives reloads, failures and a missing script, until the message is sent. This folder knows nothing
 * about how messages are delivered.
 */
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useLocation } from 'react-router-dom'
import {
  contactLimits,
  type ContactField,
  contactFields,
  contactRows,
  honeypotField,
  parseContact,
  formTokenField,
} from '../../shared/contact-rules.ts'
import { contactOutcomes, contactSubjects } from '../../shared/form-query.ts'
import { pathOf } from '../../shared/site-map.ts'
import { SiteLink } from '../components/site-link.tsx'
import type { ContactData } from '../context/loader-data.ts'
import { useLanguage } from '../context/site.tsx'
import { createBotChallenge } from './bot-challenge.ts'
import { clearDraft, hasText, restoreDraft, saveDraft } from './contact-draft.ts'
import styles from './contact-form.module.css'
import { initialState, setContactState, submitContact, type Typed, useContactState } from './contact-submission.ts'
import { Field } from './field.tsx'
import { FormStatus } from './form-status.tsx'

const counterId = 'contact-message-counter'

const inputs = {
  name: { required: true, autoComplete: 'name' },
  company: { autoComplete: 'organization' },
  email: { type: 'email', required: true, autoComplete: 'email' },
} as const

/** Tells 1Password, LastPass, Bitwarden, Dashlane and Proton Pass, in this order, not to fill in a field. */
const ignoredByManagers = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-protonpass-ignore': '',
}

/**
 * Without JavaScript the browser posts the form, and the page it returns to shows the outcome and the typed text. With JavaScript the
 * fields are uncontrolled, so text typed before hydration is kept.
 */
export function ContactForm() {
  const { t } = useTranslation('contact')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const query = new URLSearchParams(useLocation().search)
  const { form: initialForm } = useLoaderData<ContactData>()
  const outcome = contactOutcomes.find((candidate) => candidate === query.get('form')) ?? null
  // Loader data outlives the page. The draft is used only while the address has an outcome.
  const draft = outcome === null ? null : (initialForm?.draft ?? null)
  const [initial] = useState(() => initialState(outcome, draft))
  const state = useContactState(initial)
  const [used, setUsed] = useState<number | null>(null)
  const [botChallenge] = useState(createBotChallenge)
  const formRef = useRef<HTMLFormElement>(null)
  const outcomeRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const form = formRef.current
    if (form === null) return
    // From now on the page shows its own messages instead of the browser's.
    form.noValidate = true
    // With `maxlength` the browser would cut pasted text without a message.
    for (const control of form.elements) control.removeAttribute('maxlength')
    if (form.contains(document.activeElement)) botChallenge.prepare()
    if (outcome === 'success') clearDraft()
    else restoreDraft(form)
    if (draft !== null || hasText(form)) saveDraft(form)
    if (outcome !== null && document.activeElement === document.body) outcomeRef.current?.focus()
    const length = messageLength(form)
    if (length > 0) setUsed(length)
  }, [botChallenge, outcome, draft])

  useEffect(() => {
    // The outcome is shown once: a reload shows the form. The toggle keeps this query, so the other language shows it again.
    if (outcome !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [outcome, language])

  useEffect(() => {
    const honeypot = formRef.current?.elements.namedItem(honeypotField)
    // A password manager may have filled it in, and the visitor cannot see it.
    if (honeypot instanceof HTMLInputElement && state.kind !== 'idle' && state.kind !== 'sending') honeypot.value = ''
  }, [state])

  useEffect(() => {
    const form = formRef.current
    if (form === null || state.kind !== 'success' || state.sent === undefined) return
    clearSent(form, state.sent)
    if (hasText(form)) saveDraft(form)
    else clearDraft()
    setUsed(messageLength(form) || null)
  }, [state])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = Object.fromEntries(new FormData(form))
    const reading = parseContact(typed)
    const focusOutcome = () => outcomeRef.current?.focus()
    if (reading.kind === 'valid') {
      // The button is disabled while sending, and would lose the focus.
      focusOutcome()
      void submitContact(form, typed, reading.message, botChallenge)
    } else {
      setContactState({ kind: 'invalid', problems: reading.problems })
      // The focus moves after the state is rendered.
      requestAnimationFrame(focusOutcome)
    }
  }

  const isSent = state.kind === 'success'
  const common = (field: ContactField) => {
    const problem = state.kind === 'invalid' ? state.problems[field] : undefined
    return { id: `contact-${field}`, label: t(`form.${field}`), error: problem && t(`form.problems.${problem}`) }
  }
  const format = (count: number) => count.toLocaleString(`${language}-CA`)

  const inputOf = (name: keyof typeof inputs) => (
    <Field key={name} {...common(name)} mark={'required' in inputs[name] ? undefined : t('form.optional')}>
      {(attributes) => (
        <input
          {...attributes}
          {...inputs[name]}
          name={name}
          maxLength={contactLimits[name].max}
          defaultValue={draft?.[name]}
        />
      )}
    </Field>
  )
  const controls: Record<ContactField, ReactNode> = {
    name: inputOf('name'),
    company: inputOf('company'),
    email: inputOf('email'),
    subject: (
      <Field key="subject" {...common('subject')}>
        {(attributes) => (
          <select {...attributes} name="subject" required defaultValue={draft?.subject || subjectIn(query)}>
            <option value="">{t('form.choose')}</option>
            {contactSubjects.map((subject) => (
              <option key={subject} value={subject}>
                {t(`form.subjects.${subject}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    ),
    message: (
      <Fragment key="message">
        <Field {...common('message')} hint={t('form.messageHint')} describedBy={counterId}>
          {(attributes) => (
            <textarea
              {...attributes}
              name="message"
              required
              rows={8}
              minLength={contactLimits.message.min}
              maxLength={contactLimits.message.max}
              defaultValue={draft?.message}
            />
          )}
        </Field>
        <p id={counterId} className={styles.counter}>
          {used !== null && t('form.counter', { used: format(used), most: format(contactLimits.message.max) })}
        </p>
        {/* Announced once, when the text becomes too long, not at each letter. */}
        <p className="visually-hidden" aria-live="polite">
          {(used ?? 0) > contactLimits.message.max && t('form.problems.message.tooLong')}
        </p>
      </Fragment>
    ),
  }

  return (
    <section id="form" className={`no-print ${styles.section}`}>
      <h2>{t('form.title')}</h2>
      {!isSent && <p>{t('form.intro')}</p>}
      <FormStatus
        ref={outcomeRef}
        state={state}
        kept={draft !== null || (used ?? 0) > 0}
        onAnother={() => {
          setContactState({ kind: 'idle' })
          requestAnimationFrame(() => document.getElementById('contact-name')?.focus())
        }}
      />
      <form
        ref={formRef}
        method="post"
        action="/api/contact"
        className={styles.form}
        hidden={isSent}
        onSubmit={submit}
        onFocus={botChallenge.prepare}
        onInput={(event) => {
          saveDraft(event.currentTarget)
          setUsed(messageLength(event.currentTarget))
        }}
      >
        <input type="hidden" name="lang" value={language} />
        <input type="hidden" name={formTokenField} defaultValue={initialForm?.token ?? ''} />
        <p className={styles.trap} aria-hidden="true">
          <label htmlFor="contact-reference">{t('form.trap')}</label>
          <input id="contact-reference" name={honeypotField} tabIndex={-1} autoComplete="off" {...ignoredByManagers} />
        </p>
        {contactRows.map((row) => {
          const cells = row.map((field) => controls[field])
          return row.length > 1 ? (
            cells
          ) : (
            <div key={row[0]} className={styles.wide}>
              {cells}
            </div>
          )
        })}
        <button type="submit" className="button" disabled={state.kind === 'sending'}>
          {state.kind === 'sending' ? t('form.sending') : t('form.submit')}
        </button>
        <p className={styles.rights}>
          <span>{t('form.rights')}</span> <SiteLink to={pathOf('terms')}>{tCommon('nav.terms')}</SiteLink>
        </p>
      </form>
    </section>
  )
}

/** Clears sent fields. Not by `reset`: a returned form has typed text as its initial values. */
function clearSent(form: HTMLFormElement, sent: Typed): void {
  const typed = new FormData(form)
  for (const field of contactFields) {
    const control = form.elements.namedItem(field)
    if (control instanceof Element && 'value' in control && typed.get(field) === sent[field]) control.value = ''
  }
}

function messageLength(form: HTMLFormElement): number {
  const message = new FormData(form).get('message')
  return typeof message === 'string' ? message.length : 0
}

/** The subject that a call to action has chosen. */
function subjectIn(query: URLSearchParams): string {
  return contactSubjects.find((subject) => subject === query.get('subject')) ?? ''
}
