import type { TFunction } from 'i18next'
import { isPlain, type PageId, pathOf, type PlainPageId } from '../../shared/site-map.ts'

/** A step on the way from the home page to a page; `path` is without language prefix. */
export type Crumb = { name: string; path: string }

/** What the navigation calls a page. */
const labels = {
  home: 'breadcrumb.home',
  ai: 'nav.ai',
  archiving: 'nav.archiving',
  architecture: 'nav.architecture',
  vulnerability: 'nav.vulnerability',
  blog: 'nav.blog',
  about: 'nav.about',
  contact: 'nav.contact',
  terms: 'footer.terms',
} as const satisfies Record<PlainPageId, string>

/**
 * The way from the home page to a page; what the blog holds lies below its list.
 *
 * @param name of a page that the navigation does not name
 */
export function trailTo(page: PageId, path: string, name: string, t: TFunction): Crumb[] {
  const crumb = (step: PlainPageId) => ({ name: t(labels[step]), path: pathOf(step) })
  if (page === 'home') return [crumb('home')]
  return isPlain(page) ? [crumb('home'), crumb(page)] : [crumb('home'), crumb('blog'), { name, path }]
}
