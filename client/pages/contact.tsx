import { useTranslation } from 'react-i18next'
import en from '../../locales/en/contact.json'
import fr from '../../locales/fr/contact.json'
import { company } from '../../shared/company.ts'
import { pathOf } from '../../shared/site-map.ts'
import { Head } from '../head.tsx'
import type { PageTexts } from '../i18n.ts'
import { EmailAddress } from '../parts/email-address.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Section } from '../parts/sections.tsx'
import styles from './contact.module.css'

export const texts: PageTexts = { namespace: 'contact', fr, en }

export function Page() {
  const { t } = useTranslation('contact')
  return (
    <>
      <Head
        title={t('meta.title')}
        description={t('meta.description')}
        path={pathOf('contact')}
        structured={[{ '@type': 'ContactPage', name: t('title') }]}
      />
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className={styles.columns}>
        <Section id="email" title={t('email.title')}>
          <EmailAddress />
        </Section>
        <Section id="address" title={t('address.title')}>
          <address className={styles.address}>
            <span translate="no">{company.name}</span>
            <br />
            {company.locality}
            <br />
            {t('address.country')}
          </address>
        </Section>
        <Section id="next" title={t('next.title')} body={t('next.body')} />
      </div>
    </>
  )
}
