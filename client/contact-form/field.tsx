import type { ReactNode } from 'react'
import styles from './field.module.css'

type ControlAttributes = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  id: string
  label: string
  /** Text after the label, e.g. that the field is optional. */
  mark?: string
  hint?: string
  error?: string
  /** The id of a further description. */
  describedBy?: string
  /** Renders the control with its id and descriptions. */
  children: (attributes: ControlAttributes) => ReactNode
}

/** A form field: label, hint, error and control. Screen readers read hint and error with the control. */
export function Field({ id, label, mark, hint, error, describedBy, children }: FieldProps) {
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>
        {/* An element of its own: a browser's translator may have replaced the text, which React could not update. */}
        <span>{label}</span>
        {mark && <span className={styles.mark}>{` (${mark})`}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {children({ id, 'aria-describedby': descriptions || undefined, 'aria-invalid': error ? true : undefined })}
    </div>
  )
}
