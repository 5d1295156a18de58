import styles from './skeleton.module.css'

/** The shapes of an article that is on its way. */
export function ArticleSkeleton() {
  return (
    <div className={styles.article} aria-hidden="true">
      <span className={styles.title} />
      <span className={styles.short} />
      {['first', 'second', 'third', 'fourth', 'fifth'].map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
