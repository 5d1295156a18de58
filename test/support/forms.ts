import type { Language } from '../../shared/language.ts'
import { textIn } from '../http/support/texts.ts'
import { contactOf } from './outbox-folder.ts'

/** One of the site's two forms, as a row of the tests of both. */
export type SiteForm = {
  form: 'contact' | 'newsletter'
  /** The French path of the page that holds the form and shows its outcome. */
  page: string
  endpoint: string
  /** The query parameter with the outcome of a form sent without JavaScript, and the fragment. */
  query: string
  anchor: string
  /** The other query parameters of a refused form. */
  kept: string
  /** The cookie with the typed values of a refused form. */
  cookie: string
  /** Valid values of the fields that a visitor fills in. */
  values: Record<string, string>
  /** The answer to the page's script, and the outcome without JavaScript. */
  accepted: { body: object; outcome: string }
  /** A text of the form: `success`, `error`, `submit`, … */
  text: (language: Language, key: string) => string
}

export const { message } = contactOf()

export const contactForm: SiteForm = {
  form: 'contact',
  page: '/contact',
  endpoint: '/api/contact',
  query: 'form',
  anchor: 'form',
  kept: '&subject=archiving',
  cookie: 'contact-draft',
  values: message,
  accepted: { body: {}, outcome: 'success' },
  text: (language, key) => textIn(language, 'contact', `form.${key}`),
}

/** With Ghost, which sends a mail to confirm. */
export const newsletterForm: SiteForm = {
  form: 'newsletter',
  page: '/blog',
  endpoint: '/api/newsletter',
  query: 'newsletter',
  anchor: 'newsletter',
  kept: '',
  cookie: 'newsletter-draft',
  values: { email: message.email },
  accepted: { body: { outcome: 'sent' }, outcome: 'sent' },
  text: (language, key) => textIn(language, 'blog', `newsletter.${key === 'submit' ? 'button' : key}`),
}

export const forms = [contactForm, newsletterForm]
