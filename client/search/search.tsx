/**
 * The search of the blog: its field, which any page may show, and its results. Without scripts the field is a plain form. Its code and
 * that of the results are fetched when they are needed. The room knows nothing about how posts are found; the server does that.
 */

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

/** The results of a search, apart from the pages: the list does not need them. */
export const loadSearch = () => import('./search-results.tsx')

export function SearchField(props: ComponentProps<typeof Field>) {
  return (
    <Suspense fallback={place}>
      <LazyField {...props} />
    </Suspense>
  )
}
