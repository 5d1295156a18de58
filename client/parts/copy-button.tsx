import { useState } from 'react'
import styles from './copy-button.module.css'

type CopyButtonProps = { text: string; label: string; done: string }

/** Copies a text to the clipboard, and says so. Only shown where the browser can. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null

  async function copy() {
    // Emptied first, or a screen reader would not say the same text a second time.
    setCopied(false)
    // The visitor may refuse; the address is beside the button all the same.
    const written = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setCopied(written)
  }

  return (
    <p className={styles.copy}>
      <button type="button" onClick={() => void copy()} className={styles.button}>
        {label}
      </button>
      <span role="status">{copied && done}</span>
    </p>
  )
}
