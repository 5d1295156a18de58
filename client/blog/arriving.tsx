import { type ReactNode, Suspense, use, useEffect } from 'react'
import { arrivalEvent } from '../layout/arrival.ts'

type ArrivingProps<T> = {
  /** There already on the server, perhaps on its way in the browser. */
  outcome: T | Promise<T>
  /** Changes when something else is awaited, so that its loading text shows again. */
  id: string
  waiting: ReactNode
  children: (outcome: T) => ReactNode
}

/** Shows what has arrived, or that it is on its way. No Suspense around what the server sent, so nothing to hydrate twice. */
export function Arriving<T>({ outcome, id, waiting, children }: ArrivingProps<T>) {
  if (!(outcome instanceof Promise)) return children(outcome)
  return (
    <Suspense key={id} fallback={waiting}>
      <Arrived promise={outcome}>{children}</Arrived>
    </Suspense>
  )
}

function Arrived<T>({ promise, children }: { promise: Promise<T>; children: (outcome: T) => ReactNode }) {
  const outcome = use(promise)
  useEffect(() => void document.dispatchEvent(new Event(arrivalEvent)), [])
  return children(outcome)
}
