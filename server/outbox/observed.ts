import type { Observer } from '../runtime/observer.ts'
import type { Route, Routes } from './delivery.ts'
import { type Step, steps } from './entry.ts'
import type { Accept } from './outbox.ts'

/** Counts each submission and whether it was taken; one sent again is taken too. */
export function observeAccept(accept: Accept, { onAcceptance }: Observer): Accept {
  return async (submission, key) => {
    const acceptance = await accept(submission, key)
    onAcceptance(submission.kind, acceptance.kind === 'known' ? 'accepted' : acceptance.kind)
    return acceptance
  }
}

/** The same routes; every attempt to deliver is counted. */
export function observeRoutes(routes: Routes, { onDelivery }: Observer): Routes {
  const observe = (step: Step, route: Route | null): Route | null =>
    route && {
      ...route,
      async deliver(message, signal) {
        const began = performance.now()
        const delivery = await route.deliver(message, signal)
        onDelivery(step, delivery.kind, performance.now() - began)
        return delivery
      },
    }
  const observed = steps.map((step) => [step, observe(step, routes[step])] as const)
  return Object.fromEntries(observed) as Routes // Object.fromEntries forgets the keys; `steps` is all of them
}
