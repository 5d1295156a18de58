import { lazy, type ReactNode, Suspense } from 'react'
import type { CoverProps } from './cover-drawing.tsx'
import styles from './cover.module.css'

/** As the scene: the server has drawn it, and the browser fetches its code apart, or does without. */
const Drawing = lazy((): Promise<{ default: (props: CoverProps) => ReactNode }> =>
  import('./cover-drawing.tsx').catch(() => ({ default: () => null })),
)

/** The picture of a post that has none. Its class gives it a size, which it keeps until it is drawn. */
export function Cover({ className = '', ...props }: CoverProps & { className?: string }) {
  return (
    <div className={`${styles.cover} ${className}`}>
      <Suspense>
        <Drawing {...props} />
      </Suspense>
    </div>
  )
}
