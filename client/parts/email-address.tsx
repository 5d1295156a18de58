import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './email-address.module.css'

const { user, domain } = company.email

const never = () => () => {}

/**
 * The company's e-mail address: in words in the server's HTML, where harvesters read, and a link once a browser has put
 * the parts together.
 */
export function EmailAddress() {
  const { t } = useTranslation('contact')
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const address = `${user}@${domain.join('.')}`
  return (
    <div className={styles.place}>
      <p className={styles.address}>
        {inBrowser ? (
          <a href={`mailto:${address}`} aria-label={`${t('email.write')} ${address}`}>
            {address}
          </a>
        ) : (
          <>
            {user} <i>{t('email.at')}</i> {domain.join(` ${t('email.dot')} `)}
          </>
        )}
      </p>
      {inBrowser ? (
        <CopyButton text={address} label={t('email.copy')} done={t('email.copied')} />
      ) : (
        <noscript>
          <p className={styles.hint}>{t('email.hint')}</p>
        </noscript>
      )}
    </div>
  )
}
