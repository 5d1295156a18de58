import posts from './post-list.module.css'
import styles from './skeleton.module.css'

/** Placeholders of cards, so that nothing moves when the cards arrive. */
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
