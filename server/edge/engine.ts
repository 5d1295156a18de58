import type { PurgeConfig } from '../config/config.ts'
import type { Tag } from './tags.ts'

/** One call that has a cache take tags for stale, or for gone where it knows no better. */
export type PurgeCall = { method: string; url: string; headers: Record<string, string>; body?: string }

/** How a kind of cache is told. */
export type Engine = {
  /** How many tags one call may name. */
  mostTags: number
  callsFor: (tags: readonly Tag[], config: PurgeConfig) => PurgeCall[]
  /** What a 2xx says against itself; null: it is one. */
  refusalIn: (body: string) => string | null
}
