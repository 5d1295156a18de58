import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './email-address.module.css'
import { emailAddress, EmailLink, useInBrowser } from './email-link.tsx'

/** The company's e-mail address in a block of its own, with a button to copy it. */
export function EmailAddress() {
  const { t } = useTranslation('contact')
  return (
    <div className={styles.place}>
      <p className={styles.address}>
        <EmailLink />
      </p>
      {useInBrowser() ? (
        <CopyButton />
      ) : (
        <noscript>
          <p className={styles.hint}>{t('email.hint')}</p>
        </noscript>
      )}
    </div>
  )
}

/** Copies the address to the clipboard and confirms it. Shown only if the browser supports it. */
function CopyButton() {
  const { t } = useTranslation('contact')
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null

  async function copy() {
    // The text is cleared first, since screen readers do not announce an unchanged text.
    setCopied(false)
    // The visitor may refuse. The address is beside the button anyway.
    const written = await navigator.clipboard.writeText(emailAddress).then(
      () => true,
      () => false,
    )
    setCopied(written)
  }

  return (
    <p className={styles.copy}>
      <button type="button" onClick={() => void copy()}>
        {t('email.copy')}
      </button>
      <span role="status">{copied && t('email.copied')}</span>
    </p>
  )
}
