import { toJsonBlock } from './page-data.ts'

/** schema.org objects as a data block; not executed, so outside of `script-src`. */
export function JsonLd({ graph }: { graph: Record<string, unknown>[] }) {
  const json = toJsonBlock({ '@context': 'https://schema.org', '@graph': graph })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
