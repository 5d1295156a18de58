import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.tsx'
import styles from './email-address.module.css'
import { emailAddress, EmailLink, useInBrowser } from './email-link.tsx'

/** The company's e-mail address as a place of its own, which a browser offers to copy. */
export function EmailAddress() {
  const { t } = useTranslation('contact')
  return (
    <div className={styles.place}>
      <p className={styles.address}>
        <EmailLink />
      </p>
      {useInBrowser() ? (
        <CopyButton text={emailAddress} label={t('email.copy')} done={t('email.copied')} />
      ) : (
        <noscript>
          <p className={styles.hint}>{t('email.hint')}</p>
        </noscript>
      )}
    </div>
  )
}
