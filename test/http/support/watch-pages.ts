import { type PageCacheStatus, unobserved } from '../../../server/runtime/observer.ts'

/** An observer for a site, and where it had each page from, in the order of its answers. */
export function watchPages() {
  const outcomes: PageCacheStatus[] = []
  const onPage = (outcome: PageCacheStatus) => void outcomes.push(outcome)
  return { outcomes, observer: { ...unobserved, onPage } }
}
