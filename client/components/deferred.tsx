import { type ReactNode, Suspense, use, useEffect } from 'react'
import { contentEvents } from '../context/content-events.ts'

type DeferredProps<T> = {
  /** There already on the server, perhaps on its way in the browser. */
  outcome: T | Promise<T>
  /** Changes when something else is asked for, so that its loading text shows again. */
  id: string
  loading: ReactNode
  children: (outcome: T) => ReactNode
}

/** Shows deferred content, and until it is there that it is on its way. */
export function Deferred<T>({ outcome, id, loading, children }: DeferredProps<T>) {
  return (
    <Suspense key={id} fallback={loading}>
      <Content outcome={outcome}>{children}</Content>
    </Suspense>
  )
}

function Content<T>({ outcome, children }: Pick<DeferredProps<T>, 'outcome' | 'children'>) {
  const isPromise = outcome instanceof Promise
  const content = isPromise ? use(outcome) : outcome
  useEffect(() => {
    if (isPromise) document.dispatchEvent(new Event(contentEvents.arrived))
  }, [isPromise])
  return children(content)
}
