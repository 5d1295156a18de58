/** Where a page came from: the fast path, the cache, made to be stored, or made for one visitor. */
export type PageCacheStatus = 'fast' | 'hit' | 'miss' | 'bypass'

/** RFC 9211's `hit`, `fwd=stale` and `fwd=miss` of a cached copy; the others say that there is none. */
export type PostsOutcome = 'hit' | 'stale' | 'miss' | 'absent' | 'failed'

/** Who is asked over HTTP, and what for. */
export const callKinds = ['posts', 'drafts', 'members', 'media', 'external_pictures', 'recaptcha'] as const

export type CallKind = (typeof callKinds)[number]

/**
 * `failed`: no answer, or one that breaks off. `aborted`: ended from this side, since it took too long or its result is no longer
 * needed.
 */
export type CallOutcome = '2xx' | '3xx' | '4xx' | '5xx' | 'failed' | 'aborted'

/** The server answers with these itself, before the application: not understood, too slow, too large. */
export type RefusalStatus = 400 | 408 | 413 | 431

/** The parts of the site report events; the observer decides which it keeps. Durations are milliseconds. */
export type Observer = {
  /** @param status null where the client left before the answer was whole */
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
