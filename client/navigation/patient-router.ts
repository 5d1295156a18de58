import type { createBrowserRouter } from 'react-router-dom'

type Router = ReturnType<typeof createBrowserRouter>

/** A page that takes no longer than this is never said to be loading, in milliseconds. */
const patienceMs = 100

/**
 * The router as the tree sees it, which hears of a navigation under way only when that takes its time: a page that is there
 * already was rendered twice, once to say that it is coming. What has arrived is rendered at once, when `show` lets it: a transition
 * of the browser's shows the page as it is when its callback has ended. The router forgets `flushSync` where there is a loader (7.18).
 */
export function patient(router: Router, show: (tell: () => void) => void): Router {
  let timer: ReturnType<typeof setTimeout> | undefined
  const subscribe: Router['subscribe'] = (tell) =>
    router.subscribe((state, details) => {
      clearTimeout(timer)
      if (state.navigation.state === 'idle') show(() => tell(state, { ...details, flushSync: true }))
      else timer = setTimeout(tell, patienceMs, state, details)
    })
  return Object.create(router, { subscribe: { value: subscribe } }) as Router
}
