import { lazy, type ReactNode, Suspense } from 'react'
import styles from './hero.module.css'

type SceneProps = { isFoggy?: boolean }

/** A long drawing, so the browser fetches its code apart, and does without where it does not come: the server has drawn it. */
const Scene = lazy((): Promise<{ default: (props: SceneProps) => ReactNode }> =>
  import('./scene.tsx').catch(() => ({ default: () => null })),
)

/** Words over the drawing of the place, and never on one of its stones. */
export function Hero({ isFoggy, children }: SceneProps & { children: ReactNode }) {
  return (
    <div className={`grid ${styles.hero}`}>
      {/* First, so that a slow connection brings them first. */}
      <div className={styles.words}>{children}</div>
      <Suspense>
        <Scene isFoggy={isFoggy} />
      </Suspense>
    </div>
  )
}
