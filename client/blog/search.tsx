import './search-field.module.css'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { SearchField as Field } from './search-field.tsx'

// Apart from the pages, most of whose visitors do not search; its style comes with the page.
const LazyField = lazy(() => import('./search-field.tsx').then(({ SearchField }) => ({ default: SearchField })))

export function SearchField(props: ComponentProps<typeof Field>) {
  return (
    <Suspense>
      <LazyField {...props} />
    </Suspense>
  )
}
