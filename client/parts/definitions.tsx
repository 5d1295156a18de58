import type { TitledText } from './topics.tsx'
import styles from './definitions.module.css'

/** Terms and what they mean, in ruled rows. */
export function Definitions({ items, className = '' }: { items: readonly TitledText[]; className?: string }) {
  return (
    <dl className={`${styles.definitions} ${className}`}>
      {items.map(({ title, body }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{body}</dd>
        </div>
      ))}
    </dl>
  )
}
