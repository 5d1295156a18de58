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
  if (inBrowser) {
    const address = `${user}@${domain.join('.')}`
    return (
      <>
        <p>
          <a className={styles.address} href={`mailto:${address}`} aria-label={`${t('email.write')} ${address}`}>
            {address}
          </a>
        </p>
        <CopyButton text={address} label={t('email.copy')} done={t('email.copied')} />
      </>
    )
  }
  return (
    <>
      <p className={styles.address}>
        {user} <i>{t('email.at')}</i> {domain.join(` ${t('email.dot')} `)}
      </p>
      <p>{t('email.hint')}</p>
    </>
  )
}
