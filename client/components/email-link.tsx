import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'

const { user, domain } = company.email

/** The company's e-mail address. */
export const emailAddress = `${user}@${domain.join('.')}`

const never = () => () => {}

/** Whether the page is hydrated. Harvesters read the server's HTML. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The company's e-mail address. In words in the server's HTML; the browser turns it into a link. */
export function EmailLink() {
  const { t } = useTranslation()
  return useInBrowser() ? (
    <a href={`mailto:${emailAddress}`} aria-label={`${t('email.write')} ${emailAddress}`}>
      {emailAddress}
    </a>
  ) : (
    <>
      {user} <i>{t('email.at')}</i> {domain.join(` ${t('email.dot')} `)}
    </>
  )
}
