import type { Language } from '../../shared/language.ts'
import type { Failure } from './reading.ts'

/** Why a list could not be read when the source was last asked for it, and whether it is served from a copy all the same. */
export type ListFailure = { language: Language; failure: Failure; served: 'copy' | 'nothing' }

/**
 * Remembers of each language why its list could not be read, until that same list is: one that can be read says nothing of the
 * other.
 *
 * @param now milliseconds since 1970
 * @param listReadAt when the list was read that may still be served, likewise; null where there is none
 */
export function createListFailures(now: () => number, listReadAt: (language: Language) => number | null) {
  const failures = new Map<Language, { failure: Failure; at: number }>()

  return {
    note(language: Language, reading: { kind: 'read' } | Failure): void {
      if (reading.kind === 'failed') failures.set(language, { failure: reading, at: now() })
      else failures.delete(language)
    },

    current(): ListFailure[] {
      return [...failures].flatMap(([language, { failure, at }]) => {
        const readAt = listReadAt(language)
        // Another instance has read it since.
        if (readAt !== null && readAt > at) return []
        return [{ language, failure, served: readAt === null ? 'nothing' : 'copy' }]
      })
    },
  }
}

/** What an operator reads in `/readyz`. */
export function remarksOnLists(failures: readonly ListFailure[]): string[] {
  return failures.map(({ language, failure: { type, fault }, served }) => {
    const why = fault === 'key' ? `${type}: GHOST_CONTENT_API_KEY is refused` : type
    const instead = served === 'copy' ? 'its copy is served' : 'and there is no copy'
    return `posts: the list in ${language} cannot be read (${why}), ${instead}`
  })
}
