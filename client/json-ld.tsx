import { useState, useSyncExternalStore } from 'react'
import { toJsonBlock } from './page-data.ts'
import type { Thing } from './structured-data.ts'

/**
 * schema.org objects as a data block; not executed, so outside of `script-src`. Who reads it loads pages whole: the browser
 * keeps the block that was served with its page, and never makes one, which React could not do with trusted types.
 */
export function JsonLd({ graph }: { graph: Thing[] }) {
  const json = toJsonBlock({ '@context': 'https://schema.org', '@graph': graph })
  const [served] = useState(
    useSyncExternalStore(
      () => () => {},
      () => null,
      () => json,
    ),
  )
  if (served !== json) return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
