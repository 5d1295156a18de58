import { type ComponentProps, lazy, Suspense } from 'react'
import type { SearchField as Field } from './search-field.tsx'
import styles from './search-field.module.css'

// Apart from the pages, most of whose visitors do not search; its style comes with the page.
const LazyField = lazy(() => import('./search-field.tsx').then(({ SearchField }) => ({ default: SearchField })))

export function SearchField(props: ComponentProps<typeof Field>) {
  return (
    <Suspense fallback={<div className={styles.place} />}>
      <LazyField {...props} />
    </Suspense>
  )
}
