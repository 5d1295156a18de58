import { type ReactNode, Suspense, use, useEffect } from 'react'
import { contentEvents } from '../context/content-events.ts'

type DeferredProps<T> = {
  /** A value on the server; in the browser, perhaps a promise. */
  outcome: T | Promise<T>
  /** Changes with the requested content, so that the loading text is shown again. */
  id: string
  loading: ReactNode
  children: (outcome: T) => ReactNode
}

/** Shows a loading text until deferred content arrives. */
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
