export type PageTurn = {
  /** Goes to a page whose code is there by a transition of the browser's own, else as it is. */
  turn: (path: string, go: () => Promise<void>) => void
  /** Shows what the router has come to, but not before the browser has its picture of the page that is left. */
  show: (tell: () => void) => void
  /** Whether what is shown now is shown by such a transition: then it does not have to come in by itself as well. */
  isTurning: () => boolean
}

/** The next page is shown after so long in any case, in milliseconds; until then the old one stands still. */
const patienceMs = 250

/**
 * View transitions between pages (CSS View Transitions Level 1), where the browser has them and processors enough for them, the visitor
 * does not mind motion and the next page's code is there. The router goes on while the browser takes its picture of this page. The
 * newest click always leads: a transition that another one overtakes before it has its picture goes nowhere
 * (docs/decisions/007-view-transitions.md).
 */
export function createPageTurn(isReady: (path: string) => boolean): PageTurn {
  /** The one whose picture is being taken. */
  let awaited: ViewTransition | null = null
  let turning: ViewTransition | null = null
  let newest: ViewTransition | null = null
  /** What to tell once there is a picture. */
  let held: (() => void) | null = null

  function release(): void {
    awaited = null
    held?.()
    held = null
  }

  return {
    turn(path, go) {
      newest?.skipTransition()
      // A page that the router has gone to is shown before it is left, or its place would be the one of the page before it.
      release()
      // What comes instead of an overtaken page comes by its own way.
      turning = null
      // Browsers before 2025 have none, whatever the types say.
      if (!('startViewTransition' in document) || !suitsVisitor() || !isReady(path)) {
        newest = null
        void go()
        return
      }
      const transition = document.startViewTransition(async () => {
        if (newest !== transition) return
        turning = transition
        try {
          release()
          await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patienceMs))])
        } finally {
          if (turning === transition) turning = null
        }
      })
      newest = awaited = transition
      // What is given up, as by the next click, is no error: nothing waits for it.
      for (const name of ['ready', 'updateCallbackDone', 'finished'] as const) transition[name].catch(() => {})
      const gone = go()
    },
    show(tell) {
      if (awaited) held = tell
      else tell()
    },
    isTurning: () => turning !== null,
  }
}

/** With two processors the picture and the next page wait for each other: 58 ms from the click to the page instead of 36. */
function suitsVisitor(): boolean {
  return navigator.hardwareConcurrency > 2 && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
