import posts from './post-list.module.css'
import styles from './skeleton.module.css'

/** The shapes of cards that are on their way, so that nothing jumps when they come. */
export function ListSkeleton() {
  return (
    <div className={posts.posts} aria-hidden="true">
      {['first', 'second', 'third', 'fourth'].map((card) => (
        <div key={card} className={styles.card}>
          <span className={styles.picture} />
          <span className={`${styles.line} ${styles.label}`} />
          <span className={`${styles.line} ${styles.title}`} />
          <span className={styles.line} />
          <span className={`${styles.line} ${styles.short}`} />
        </div>
      ))}
    </div>
  )
}
