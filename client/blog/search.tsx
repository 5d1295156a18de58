import { type ComponentProps, lazy, Suspense } from 'react'
import type { SearchField as Field } from './search-field.tsx'
import styles from './search-field.module.css'

const place = <div className={styles.place} />

// Apart from the pages, most of whose visitors do not search; its style comes with the page, which goes on without it.
const LazyField = lazy(() =>
  import('./search-field.tsx').then(
    ({ SearchField }) => ({ default: SearchField }),
    () => ({ default: () => place }),
  ),
)

export function SearchField(props: ComponentProps<typeof Field>) {
  return (
    <Suspense fallback={place}>
      <LazyField {...props} />
    </Suspense>
  )
}
