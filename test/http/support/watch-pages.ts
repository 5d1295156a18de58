import { type PageCacheStatus, unobserved } from '../../../server/runtime/observer.ts'

/** An observer for a site, and where each page came from, in the order of the responses. */
export function watchPages() {
  const outcomes: PageCacheStatus[] = []
  const onPage = (outcome: PageCacheStatus) => void outcomes.push(outcome)
  return { outcomes, observer: { ...unobserved, onPage } }
}
