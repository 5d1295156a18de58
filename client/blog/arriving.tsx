import { type ReactNode, type RefObject, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
// Nothing else tells what place the router leads back to.
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'
import { arrivalEvent } from '../navigation/arrival.ts'

type ArrivingProps<T> = {
  /** There already on the server, perhaps on its way in the browser. */
  outcome: T | Promise<T>
  /** Changes when something else is awaited, so that its loading text shows again. */
  id: string
  waiting: ReactNode
  children: (outcome: T) => ReactNode
}

/**
 * Shows what has arrived, or that it is on its way. No Suspense around what the server sent, so nothing to hydrate twice; but where
 * something was waited for once, all that follows has one too: without it, it would be made anew.
 */
export function Arriving<T>({ outcome, id, waiting, children }: ArrivingProps<T>) {
  const waited = useRef<number>(null)
  const isAwaited = outcome instanceof Promise
  const [hasWaited, setHasWaited] = useState(isAwaited)
  if (isAwaited && !hasWaited) setHasWaited(true)
  if (!isAwaited && !hasWaited) return children(outcome)
  return (
    <Suspense key={id} fallback={<Waiting waitedRef={waited}>{waiting}</Waiting>}>
      <Arrived outcome={outcome} waitedRef={waited}>
        {children}
      </Arrived>
    </Suspense>
  )
}

/** Leaves in `waitedRef` where the visitor has waited, null for one who has moved meanwhile. */
function Waiting({ waitedRef, children }: { waitedRef: RefObject<number | null>; children: ReactNode }) {
  // After the router has led to its place, as far as there is one yet.
  useEffect(() => {
    waitedRef.current = window.scrollY
  }, [waitedRef])
  // Before what has arrived is there, along which the browser may move the page.
  useLayoutEffect(
    () => () => {
      if (window.scrollY !== waitedRef.current) waitedRef.current = null
    },
    [waitedRef],
  )
  return children
}

type ArrivedProps<T> = Pick<ArrivingProps<T>, 'outcome' | 'children'> & { waitedRef: RefObject<number | null> }

/** The loading text was shorter, and what stood below it is far away now: so back leads to its place anew. */
function Arrived<T>({ outcome, waitedRef, children }: ArrivedProps<T>) {
  const isAwaited = outcome instanceof Promise
  const arrived = isAwaited ? use(outcome) : outcome
  const place = use(RouterState)?.restoreScrollPosition
  useLayoutEffect(() => {
    if (waitedRef.current !== null && typeof place === 'number') window.scrollTo(0, place)
    waitedRef.current = null
  }, [waitedRef, place])
  useEffect(() => {
    if (isAwaited) document.dispatchEvent(new Event(arrivalEvent))
  }, [isAwaited])
  return children(arrived)
}
