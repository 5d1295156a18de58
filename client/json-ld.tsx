import { useState, useSyncExternalStore } from 'react'
import { toJsonBlock } from './page-data.ts'
import type { Thing } from './structured-data.ts'

/**
 * schema.org objects as a data block; not executed, so outside of `script-src`. Who reads it loads pages whole: the browser
 * keeps the block that was served with its page, and never makes one, which React could not do with trusted types.
 */
export function JsonLd({ graph }: { graph: Thing[] }) {
  const json = toJsonBlock({ '@context': 'https://schema.org', '@graph': graph })
  const [served, setServed] = useState(
    useSyncExternalStore(
      () => () => {},
      () => null,
      () => json,
    ),
  )
  if (served === null) return null
  if (served !== json) {
    // For good: the page may come back to what it was, in the same element, and the block may not.
    setServed(null)
    return null
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
