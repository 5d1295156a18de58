export type PageTurn = {
  /** Leads to a page by a transition of the browser's own; false where it should simply be gone to. */
  turn: (path: string, go: () => void | Promise<void>) => boolean
  /** Whether what is shown now is shown by such a transition: then it does not have to come in by itself as well. */
  isTurning: () => boolean
}

/** The next page is shown after so long in any case, in milliseconds; until then the old one stands still. */
const patienceMs = 250

/**
 * View transitions between pages (CSS View Transitions Level 1), where the browser has them, the visitor does not mind motion
 * and the next page's code is there. The newest click always leads: a transition that another one overtakes before the
 * browser has taken its picture goes nowhere (docs/decisions/007-view-transitions.md).
 */
export function createPageTurn(isReady: (path: string) => boolean): PageTurn {
  let newest: ViewTransition | null = null
  let turning: ViewTransition | null = null

  return {
    turn(path, go) {
      newest?.skipTransition()
      newest = null
      // What comes instead of an overtaken page comes by its own way.
      turning = null
      // Browsers before 2025 have none, whatever the types say.
      if (!('startViewTransition' in document) || prefersStillness() || !isReady(path)) return false
      const transition = document.startViewTransition(async () => {
        if (newest !== transition) return
        turning = transition
        try {
          await Promise.race([go(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
        } finally {
          if (turning === transition) turning = null
        }
      })
      newest = transition
      // What is given up, as by the next click, is no error: nothing waits for it.
      for (const name of ['ready', 'updateCallbackDone', 'finished'] as const) transition[name].catch(() => {})
      return true
    },
    isTurning: () => turning !== null,
  }
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
