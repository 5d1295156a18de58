import styles from './list-skeleton.module.css'
import shapes from './skeleton.module.css'

/** The shapes of cards that are on their way, so that nothing jumps when they come. */
export function ListSkeleton() {
  return (
    <div className={styles.list} aria-hidden="true">
      {['first', 'second', 'third', 'fourth'].map((card) => (
        <div key={card} className={styles.card}>
          <span className={styles.picture} />
          <span className={shapes.label} />
          <span className={shapes.title} />
          <span className={shapes.line} />
          <span className={shapes.short} />
        </div>
      ))}
    </div>
  )
}
