import './styles/global.css'
import './styles/fonts.css'
import type { ReactNode } from 'react'
import { colours } from '../shared/company.ts'
import type { Language } from '../shared/language.ts'

type DocumentProps = {
  language: Language
  /** Ends of the head and of the body that only one side has, such as client/head-assets.tsx. */
  head?: ReactNode
  tail?: ReactNode
  children: ReactNode
}

/**
 * The whole document, on the server and in the browser. If a translator or an extension has changed it before hydration, React renders
 * it again. Trusted Types forbid that for scripts and styles, so the browser renders none.
 */
export function Document({ language, head, tail, children }: DocumentProps) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={colours.fog} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={colours.ink} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {head}
      </head>
      <body>
        {children}
        {tail}
      </body>
    </html>
  )
}
