import type { TFunction } from 'i18next'
import { isPlainPage, type PageId, pathOf, type PlainPageId } from '../../shared/site-map.ts'

/** A step on the way from the home page to a page; `path` is without language prefix. */
export type Crumb = { name: string; path: string }

/**
 * The way from the home page to a page; what the blog holds lies below its list.
 *
 * @param name of a page that the navigation does not name
 */
export function trailTo(page: PageId, path: string, name: string, t: TFunction): Crumb[] {
  const crumb = (step: PlainPageId) => ({ name: t(`nav.${step}`), path: pathOf(step) })
  if (page === 'home') return [crumb('home')]
  return isPlainPage(page) ? [crumb('home'), crumb(page)] : [crumb('home'), crumb('blog'), { name, path }]
}
