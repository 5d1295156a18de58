/**
 * The search of the blog: its field, which any page may show, and its results. Without scripts the field is a plain form. Both are
 * loaded when they are needed. This folder does not depend on how posts are found; the server does that.
 */

import { type ComponentProps, lazy, Suspense } from 'react'
import type { SearchField as Field } from './search-field.tsx'
import styles from './search-field.module.css'

const place = <div className={styles.place} />

// Loaded separately, since most visitors do not search. Its style comes with the page, which works without it.
const LazyField = lazy(() =>
  import('./search-field.tsx').then(
    ({ SearchField }) => ({ default: SearchField }),
    () => ({ default: () => place }),
  ),
)

/** Loads the results' code, which the list does not need. */
export const loadSearch = () => import('./search-results.tsx')

export function SearchField(props: ComponentProps<typeof Field>) {
  return (
    <Suspense fallback={place}>
      <LazyField {...props} />
    </Suspense>
  )
}
