import { digestOf } from '../http/content-encoding.ts'
import type { Fetch } from '../http/fetch.ts'
import { type Finding, ok, warning } from './finding.ts'

const patienceMs = 5000

/** Whether a page of the site arrives byte for byte; null where no page can be had from here. */
export type Delivered = 'whole' | 'changed' | null

/** Asks for the home page, and compares what arrives with the entity tag, which is a digest of what was sent. */
export async function askForPage(siteUrl: string, fetch: Fetch): Promise<Delivered> {
  try {
    const answer = await fetch(`${siteUrl}/`, {
      headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200 || !/^text\/html\b/.test(answer.headers.get('content-type') ?? '')) return null
    const tag = answer.headers.get('etag')?.replace(/^W\//, '') ?? ''
    return tag.startsWith(`"${digestOf(pageType, body)}`) ? 'whole' : 'changed'
  } catch {
    return null
  }
}

/** The Content-Type of every page, which the tag covers; proxies write it in other ways. */
const pageType = 'text/html; charset=utf-8'

export function checkDelivered(delivered: Delivered, siteUrl: string): Finding[] {
  if (delivered === null) return []
  if (delivered === 'whole') return [ok('SITE_URL', 'pages arrive as the site sends them')]
  const harm = 'without comments or blanks of its own, each page is made anew in the browser, with an error'
  const remedy = 'Switch off what minifies, rewrites or adds to HTML there (docs/operations.md, Behind a CDN)'
  return [warning('SITE_URL', `something between the site and ${siteUrl} changes pages: ${harm}. ${remedy}`)]
}
