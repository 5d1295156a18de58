import { lazy, type ReactNode, Suspense } from 'react'
import styles from './hero.module.css'

type SceneProps = { isFoggy?: boolean }

/** The drawing is long, so the browser loads its code separately. If that fails, the served drawing stays. */
const Scene = lazy((): Promise<{ default: (props: SceneProps) => ReactNode }> =>
  import('./scene.tsx').catch(() => ({ default: () => null })),
)

/** Words over the drawing of the shore, never on one of its stones. */
export function Hero({ isFoggy, children }: SceneProps & { children: ReactNode }) {
  return (
    <div className={`grid ${styles.hero}`}>
      {/* The words are first in the markup, so that they arrive first on a slow connection. */}
      <div className={styles.words}>{children}</div>
      <Suspense>
        <Scene isFoggy={isFoggy} />
      </Suspense>
    </div>
  )
}
