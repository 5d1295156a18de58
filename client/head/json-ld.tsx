import { useState, useSyncExternalStore } from 'react'
import { servedText } from '../context/page-assets.ts'
import { toJsonBlock } from '../context/page-data.ts'
import type { JsonLdNode } from './structured-data.ts'

/**
 * schema.org objects as a data block, which is not executed and needs no `script-src`. Its readers load each page from the server. So the
 * browser keeps the served block and never makes one, which Trusted Types would not allow.
 *
 * @param address of the page; when it changes, the block is removed
 * @param graph null in the browser
 */
export function JsonLd({ address, graph }: { address: string; graph: JsonLdNode[] | null }) {
  const json = useSyncExternalStore(
    () => () => {},
    () => null,
    () =>
      import.meta.env.SSR
        ? toJsonBlock({ '@context': 'https://schema.org', '@graph': graph })
        : servedText('script[type="application/ld+json"]'),
  )
  const [served, setServed] = useState(json === null ? null : { address, json })
  if (served === null) return null
  if (served.address !== address) {
    // For good, even if the visitor returns to this address.
    setServed(null)
    return null
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: served.json }} />
}
