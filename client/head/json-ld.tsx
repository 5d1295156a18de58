import { useState, useSyncExternalStore } from 'react'
import { servedText } from '../context/page-assets.ts'
import { toJsonBlock } from '../context/page-data.ts'
import type { JsonLdNode } from './structured-data.ts'

/**
 * schema.org objects as a data block, which is not executed and needs no `script-src`. Crawlers load each page from the server. So the
 * browser keeps the served block and never renders a new one, which Trusted Types would forbid.
 *
 * @param address the page's; when it changes, the block is removed
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
    // It does not come back if the visitor returns to this address.
    setServed(null)
    return null
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: served.json }} />
}
