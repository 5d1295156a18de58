import styles from './skeleton.module.css'

/** The shapes of deferred content, so that nothing jumps when it comes. */
export function ListSkeleton() {
  return (
    <div className={styles.list} aria-hidden="true">
      {['first', 'second', 'third', 'fourth'].map((card) => (
        <div key={card} className={styles.card}>
          <span className={styles.picture} />
          <span className={styles.label} />
          <span className={styles.title} />
          <span className={styles.line} />
          <span className={styles.short} />
        </div>
      ))}
    </div>
  )
}

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
