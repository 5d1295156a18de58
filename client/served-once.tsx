import type { PageAssets } from './page-assets.ts'
import { pageDataId } from './page-data.ts'

/**
 * The page's part of the style, and the starter: each the same text for all visitors, so that the Content-Security-Policy can be
 * static, with their hashes.
 */
export function ServedStyle({ text }: { text: string | null }) {
  return text === null ? null : <style dangerouslySetInnerHTML={{ __html: text }} />
}

/** The starter says what it is to fetch: the browser reads it there. */
export function Starter({ assets }: { assets: PageAssets }) {
  return (
    <script
      type="module"
      src={assets.script ?? undefined}
      data-entry={assets.entry}
      data-modules={assets.modules.join(' ')}
      data-style={assets.wholeStyle}
      dangerouslySetInnerHTML={assets.inlineScript === null ? undefined : { __html: assets.inlineScript }}
    />
  )
}

/** @param text JSON, as `toJsonBlock` makes it: data, so no script to the Content-Security-Policy */
export function DataBlock({ text }: { text: string }) {
  return <script id={pageDataId} type="application/json" dangerouslySetInnerHTML={{ __html: text }} />
}
