import styles from './section-heading.module.css'

export type IndexedSection = {
  id: string
  /** The section's name, above a heading that says more than it. */
  label?: string
  title: string
}

/** A section's name over its heading; the heading alone where there is no name. */
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
