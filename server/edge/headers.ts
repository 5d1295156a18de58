import type { Config } from '../config/config.ts'
import { buildTag, documents, type Tag, withinBounds } from './tags.ts'

/** How long the edge may show a stale answer: while it asks again, and while no instance answers. */
const longestStaleMs = 86_400_000

/**
 * The headers that the edge alone reads; none where there is no edge that is told of changes.
 *
 * @see docs/decisions/045-the-edge-has-its-own-lifetime.md
 */
export function createEdgeHeaders({ purge, edgeTtlMs }: Pick<Config, 'purge' | 'edgeTtlMs'>, build: string) {
  const ofBuild = [documents, buildTag(build)]
  // Each engine's own: Fastly's is that of the Edge Architecture specification, which deploy/varnish reads too; Cloudflare's RFC 9213.
  const lifetimeHeader = purge?.engine === 'cloudflare' ? 'CDN-Cache-Control' : 'Surrogate-Control'

  /** Headers of an answer that does not depend on the build, and lives equally long everywhere. */
  function tagged(tags: readonly Tag[]): Record<string, string> {
    if (purge === null) return {}
    const kept = withinBounds(tags)
    return { 'Surrogate-Key': kept.join(' '), 'Cache-Tag': kept.join(',') }
  }

  function livingFor(tags: readonly Tag[], lifetimeOf: (edgeTtlMs: number) => string): Record<string, string> {
    const headers = tagged([...ofBuild, ...tags])
    if (edgeTtlMs === null) return headers
    // Other caches hear of no change: they keep nothing.
    return { ...headers, 'Cache-Control': 'public, max-age=0', [lifetimeHeader]: lifetimeOf(edgeTtlMs) }
  }

  return {
    tagged,
    /** Headers of an answer that this build has made, and that is to live no longer there than it would elsewhere. */
    madeBriefly: (tags: readonly Tag[], lifeMs: number) =>
      livingFor(tags, (edgeTtlMs) => `max-age=${Math.floor(Math.min(edgeTtlMs, lifeMs) / 1000)}`),
    /** Headers of an answer that this build has made. @param mostMs for how long in all it may be shown */
    made: (tags: readonly Tag[], mostMs = Infinity) => livingFor(tags, (edgeTtlMs) => lifetime(edgeTtlMs, mostMs)),
  }
}

export type EdgeHeaders = ReturnType<typeof createEdgeHeaders>

/** In the words of RFC 5861. */
function lifetime(edgeTtlMs: number, mostMs: number): string {
  const freshMs = Math.min(edgeTtlMs, mostMs)
  const stale = Math.floor(Math.min(longestStaleMs, mostMs - freshMs) / 1000)
  return `max-age=${Math.floor(freshMs / 1000)}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
}
