/** Where a page came from: the fast path, the cache, rendered and cached, or rendered for one visitor. */
export type PageCacheStatus = 'fast' | 'hit' | 'miss' | 'bypass'

/** `hit`, `stale` and `miss` are `hit`, `fwd=stale` and `fwd=miss` of RFC 9211. The others mean that there is no copy. */
export type PostsOutcome = 'hit' | 'stale' | 'miss' | 'absent' | 'failed'

/** What the site calls other hosts for. */
export const callKinds = ['posts', 'drafts', 'members', 'media', 'external_pictures', 'recaptcha'] as const

export type CallKind = (typeof callKinds)[number]

/**
 * `failed`: no response, or an incomplete one. `aborted`: cancelled by the site, because it took too long or was no longer needed.
 */
export type CallOutcome = '2xx' | '3xx' | '4xx' | '5xx' | 'failed' | 'aborted'

/** Errors that Node answers before the application: malformed, too slow, too large. */
export type RefusalStatus = 400 | 408 | 413 | 431

/** Rooms report events; the observer decides what to record. Durations are in milliseconds. */
export type Observer = {
  /** @param status null if the client disconnected before the response was complete */
  onAnswer: (route: string, method: string | undefined, status: number | null, duration: number) => void
  onRefusal: (status: RefusalStatus) => void
  onPage: (status: PageCacheStatus) => void
  onPosts: (about: 'list' | 'article', outcome: PostsOutcome) => void
  onCall: (kind: CallKind, outcome: CallOutcome, duration: number) => void
  onAcceptance: (kind: 'subscription' | 'contact', outcome: 'accepted' | 'unavailable') => void
  onDelivery: (
    step: 'subscription' | 'contact' | 'acknowledgement',
    outcome: 'delivered' | 'refused' | 'later' | 'unanswered',
  ) => void
}

const nothing = () => {}

/** Without metrics. */
export const unobserved: Observer = {
  onAnswer: nothing,
  onRefusal: nothing,
  onPage: nothing,
  onPosts: nothing,
  onCall: nothing,
  onAcceptance: nothing,
  onDelivery: nothing,
}
