import { useTranslation } from 'react-i18next'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type fr from '../../locales/fr/contact.json'
import { company } from '../../shared/company.ts'
import { pathOf } from '../../shared/site-map.ts'
import { ContactForm } from '../contact-form/contact-form.tsx'
import { Head } from '../head/head.tsx'
import { EmailAddress } from '../components/email-address.tsx'
import { PageHeader } from '../components/page-header.tsx'
import type { ContactData, PageSource } from '../context/loader-data.ts'
import { Paragraphs } from '../components/paragraphs.tsx'
import styles from './contact.module.css'

declare module 'i18next' {
  interface PageResources {
    contact: typeof fr
  }
}

export function load(_: LoaderFunctionArgs, { form }: PageSource): ContactData {
  return { form }
}

export function Page() {
  const { t } = useTranslation('contact')
  return (
    <>
      <Head
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf('contact')}
        structured={import.meta.env.SSR ? () => [{ '@type': 'ContactPage', name: t('title') }] : undefined}
      />
      <PageHeader title={t('title')} lead={t('lead')} coast={styles.coast} />
      <div className={`grid ${styles.columns}`}>
        <ContactForm />
        <div className={styles.aside}>
          {/* The sections are no landmarks: their names would be confused with those of the form's fields. */}
          <div id="email">
            <h2>{t('email.title')}</h2>
            <EmailAddress />
          </div>
          <div>
            <h2>{t('address.title')}</h2>
            <address>
              <span translate="no">{company.name}</span>
              <br />
              <span className="whole">{company.locality}</span>
              <br />
              <span>{t('address.country')}</span>
            </address>
          </div>
          <div>
            <h2>{t('next.title')}</h2>
            <p className={styles.reply}>{t('next.reply')}</p>
            <Paragraphs text={t('next.body')} />
          </div>
        </div>
      </div>
    </>
  )
}
