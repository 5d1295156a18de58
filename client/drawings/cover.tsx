import { lazy, type ReactNode, Suspense } from 'react'
import type { CoverProps } from './cover-drawing.tsx'
import styles from './cover.module.css'

/** The server draws the cover. The browser loads the code separately; if that fails, the served drawing stays. */
const Drawing = lazy((): Promise<{ default: (props: CoverProps) => ReactNode }> =>
  import('./cover-drawing.tsx').catch(() => ({ default: () => null })),
)

/** The drawing for a post without a picture. Its class sets its size before it is drawn. */
export function Cover({ className = '', ...props }: CoverProps & { className?: string }) {
  return (
    <div className={`${styles.cover} ${className}`}>
      <Suspense>
        <Drawing {...props} />
      </Suspense>
    </div>
  )
}
