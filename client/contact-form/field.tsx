import type { ReactNode } from 'react'
import styles from './field.module.css'

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  id: string
  label: string
  /** Beside the label, e.g. that the field may stay empty. */
  mark?: string
  hint?: string
  error?: string
  /** The id of the control's other description. */
  describedBy?: string
  /** The control; it gets its id and its descriptions. */
  children: (described: Described) => ReactNode
}

/** A form field: its label above, a hint, and what is wrong with it, all said together with the control. */
export function Field({ id, label, mark, hint, error, describedBy, children }: FieldProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>
        {/* A text that changes beside others has an element: the text itself may be a translator's by then. */}
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
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
    </div>
  )
}
