import styles from './section-heading.module.css'

export type IndexedSection = {
  id: string
  /** The section's short name, above its heading. */
  label?: string
  title: string
}

/** A section's heading, below its short name if it has one. */
export function SectionHeading({ id, label, title }: IndexedSection) {
  const heading = <h2 id={`${id}-title`}>{title}</h2>
  if (label === undefined) return heading
  return (
    <hgroup className={styles.heading}>
      <p className={styles.label}>{label}</p>
      {heading}
    </hgroup>
  )
}
