import './styles/global.css'
import './styles/fonts.css'
import type { ReactNode } from 'react'
import type { Language } from '../shared/language.ts'
import { inlineStyleId, manifestPath, type PageAssets } from './page-assets.ts'
import { pageDataId } from './page-data.ts'

type DocumentProps = {
  language: Language
  assets: PageAssets
  /** The JSON data block's text; null for a page that the browser is not to hydrate. */
  data: string | null
  children: ReactNode
}

/**
 * The whole document, the same on both sides. Its style and its starter stand in it, each the same text for all visitors, and
 * the data travels in a JSON block: so the Content-Security-Policy can be static, with their hashes.
 */
export function Document({ language, assets, data, children }: DocumentProps) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f6f4ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1f2b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* Where scripts run, it comes with React: see entry-client.tsx. */}
        <noscript>
          <link rel="manifest" href={manifestPath} />
        </noscript>
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        {assets.inlineStyle !== null && (
          <style id={inlineStyleId} dangerouslySetInnerHTML={{ __html: assets.inlineStyle }} />
        )}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {data !== null && (
          <script
            type="module"
            src={assets.script ?? undefined}
            data-entry={assets.entry}
            data-modules={assets.modules.join(' ')}
            data-style={assets.wholeStyle}
            dangerouslySetInnerHTML={assets.inlineScript === null ? undefined : { __html: assets.inlineScript }}
          />
        )}
      </head>
      <body>
        {children}
        {data !== null && <script id={pageDataId} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />}
      </body>
    </html>
  )
}
