import { company } from '../shared/company.ts'
import { type Language, localise } from '../shared/language.ts'
import { openSearchPath } from '../shared/site-map.ts'
import type { PageAssets } from './context/page-assets.ts'
import { pageDataId } from './context/page-data.ts'

/**
 * A page's assets: search description, icon, fonts and its part of the style. The style and the bootstrap script are the same for all
 * visitors, so the Content-Security-Policy can be static, with their hashes.
 */
export function HeadAssets({ assets, language }: { assets: PageAssets; language: Language }) {
  return (
    <>
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={company.name}
        href={localise(openSearchPath, language)}
      />
      <link rel="icon" href={assets.icon} type="image/svg+xml" />
      {assets.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
      ))}
      {assets.inlineStyle !== null && <style dangerouslySetInnerHTML={{ __html: assets.inlineStyle }} />}
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  )
}

/** Its attributes list the files that it fetches when React is needed. */
export function BootstrapScript({ assets }: { assets: PageAssets }) {
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

/** @param text JSON from `toJsonBlock`. It is data, so the Content-Security-Policy allows it */
export function DataBlock({ text }: { text: string }) {
  return <script id={pageDataId} type="application/json" dangerouslySetInnerHTML={{ __html: text }} />
}
