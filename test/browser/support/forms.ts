import type { Page } from 'playwright-core'
import type { Language } from '../../../shared/language.ts'
import { contactForm, newsletterForm, type SiteForm } from '../../support/forms.ts'
import { fillIn, typed } from './contact-fields.ts'
import type { Visitor } from './late-script.ts'

type Change = (text: string) => string

/** A form as a visitor uses it. */
type UsedForm = SiteForm & {
  /** Fills in valid values. `change` modifies a name and an address. */
  fill: (visitor: Visitor, language: Language, change?: Change) => Promise<void>
  /** Fills in values that only the site rejects, not the browser. `problem` is the site's message. */
  fillInvalid: (visitor: Visitor, language: Language) => Promise<void>
  problem: string
  /** The field that the tests read, and its text in a valid and an invalid form. */
  field: (page: Page, language: Language) => ReturnType<Page['getByLabel']>
  typed: string
  typedInvalid: string
  /** The message of a refused form. */
  failure: (page: Page) => ReturnType<Page['getByRole']>
}

const asTyped: Change = (text) => text

const contact: UsedForm = {
  ...contactForm,
  fill: (visitor, language, change = asTyped) =>
    fillIn(visitor, { ...typed, name: change(typed.name), email: change(typed.email) }),
  fillInvalid: (visitor) => fillIn(visitor, { ...typed, name: '   ' }),
  problem: 'problems.name.missing',
  field: (page, language) => page.getByLabel(contactForm.text(language, 'message'), { exact: true }),
  typed: typed.message,
  typedInvalid: typed.message,
  failure: (page) => page.getByRole('alert'),
}

const emailOf = (page: Page, language: Language) => page.getByLabel(newsletterForm.text(language, 'label'))

const newsletter: UsedForm = {
  ...newsletterForm,
  fill: ({ page }, language, change = asTyped) => emailOf(page, language).fill(change(typed.email)),
  fillInvalid: ({ page }, language) => emailOf(page, language).fill('ada@example'),
  problem: 'invalid',
  field: emailOf,
  typed: typed.email,
  typedInvalid: 'ada@example',
  failure: (page) => page.getByRole('status').and(page.locator('[data-failed="true"]')),
}

export const usedForms = { contact, newsletter }

export const buttonOf = (page: Page, { text }: SiteForm, language: Language) =>
  page.getByRole('button', { name: text(language, 'submit'), exact: true })
