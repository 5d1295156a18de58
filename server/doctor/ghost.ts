import * as z from 'zod'
import type { GhostConfig } from '../config/config.ts'
import type { Fetch } from '../http/fetch.ts'
import { hasStrayGhostUrl } from '../addresses/addresses.ts'
import {
  type AskGhost,
  type BrowsePosts,
  contentOf,
  createGhostAdmin,
  createGhostClient,
  createGhostRequest,
  GhostError,
} from '../ghost/ghost.ts'
import { onOneLine } from '../runtime/redaction.ts'
import { certificateRemedy, type Finding, ok, problem, warning } from './finding.ts'

const site = z.object({ site: z.object({ version: z.string(), url: z.url() }) })

/** Checks Ghost's version and address, the keys, and the addresses in posts. If Ghost does not answer, asks only once. */
export async function checkGhost(ghost: GhostConfig, fetch: Fetch, now: () => number) {
  const ask = createGhostRequest(ghost, fetch, now)
  const about = await ask('/ghost/api/admin/site/')
    .then((answer) => contentOf(answer, site, 'that of a Ghost').site)
    .catch(toFinding('GHOST_URL'))
  if ('level' in about) return [about]
  return [
    checkVersion(about.version),
    ok('GHOST_URL', `${ghost.url} answers; Ghost's own address is ${onOneLine(about.url)}`),
    await checkPosts(createGhostClient(ghost, fetch, now), about.url).catch(toFinding('GHOST_CONTENT_API_KEY')),
    await checkAdminKey(ask, ghost.adminKey, now).catch(toFinding('GHOST_ADMIN_API_KEY')),
  ].flat()
}

/** @returns a function that converts a `GhostError` to a finding, and throws other errors again */
function toFinding(variable: string) {
  return (error: unknown): Finding => {
    if (!(error instanceof GhostError)) throw error
    const { name, message, status } = error
    let remedy = 'Check that GHOST_URL names a Ghost that has started, without /ghost, and look into its log'
    if (name === 'Moved') remedy = 'Then restart the site'
    else if (name === 'UnauthorizedError' || name === 'NoPermissionError')
      remedy = "Copy the key again (Ghost Admin, Settings, Integrations), and compare the machines' clocks"
    // The proxy's error, not Ghost's.
    else if (status === 401 || status === 403) remedy = 'Let this machine through the proxy, to /ghost/api/'
    else if (status === null)
      remedy = certificateRemedy(message) ?? 'Check GHOST_URL, that Ghost runs, and that this machine reaches it'
    return problem(name === 'Moved' ? 'GHOST_URL' : variable, message, remedy)
  }
}

function checkVersion(version: string): Finding {
  if (/^[56]\./.test(version)) return ok('Ghost', `version ${version} answers`)
  return warning('Ghost', `version ${version} answers`, 'Use 5 or 6, with which this site is tested')
}

async function checkAdminKey(ask: AskGhost, adminKey: string | null, now: () => number): Promise<Finding> {
  if (adminKey === null) return ok('GHOST_ADMIN_API_KEY', 'is not set: posts cannot be previewed at /preview')
  contentOf(await createGhostAdmin(ask, adminKey, now)('posts/?limit=1&fields=id'), z.unknown(), 'an answer')
  return ok('GHOST_ADMIN_API_KEY', 'Ghost accepts it: posts can be previewed at /preview')
}

async function checkPosts(browse: BrowsePosts, ownUrl: string): Promise<Finding[]> {
  const titles: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { posts, meta } = await browse(new URLSearchParams({ limit: '100', page: String(page) }))
    for (const { title, html, feature_image, og_image, twitter_image } of posts) {
      const pictures = `<img srcset="${feature_image} ${og_image} ${twitter_image}">`
      if (hasStrayGhostUrl(pictures + html, [new URL(ownUrl)])) titles.push(`"${onOneLine(title)}"`)
    }
    pages = posts.length === 0 ? 0 : (meta?.pagination.pages ?? 1)
  }
  const key = ok('GHOST_CONTENT_API_KEY', 'Ghost accepts it')
  if (titles.length === 0) return [key]
  const fault = `${titles.length} with links or pictures at a private address, or an earlier one of Ghost: ${titles.join(', ')}`
  return [key, warning('posts', fault, `In Ghost's editor, let these begin with ${ownUrl}`)]
}
