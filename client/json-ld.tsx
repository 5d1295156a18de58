import { toJsonBlock } from './page-data.ts'
import type { Thing } from './structured-data.ts'

/** schema.org objects as a data block; not executed, so outside of `script-src`. */
export function JsonLd({ graph }: { graph: Thing[] }) {
  const json = toJsonBlock({ '@context': 'https://schema.org', '@graph': graph })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
