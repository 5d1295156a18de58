import { useTranslation } from 'react-i18next'
import type { ListPage } from '../../shared/post-list.ts'
import { listPath } from '../../shared/site-map.ts'
import { SiteLink } from '../parts/site-link.tsx'
import type { ListState } from '../context/loader-data.ts'
import { useLoadMore } from './load-more.ts'
import styles from './page-links.module.css'

type PageLinksProps = {
  /** The pages that are shown, as one. */
  shown: ListPage
  /** The first of them. */
  start: number
  /** The one that the address names; greater than the last of them where it could not be loaded. */
  asked: number
}

/**
 * The ways to the pages of the list before and after those that are shown. The next page is added below them
 * (docs/decisions/029-pages-added-in-place.md); newer ones are a page of their own.
 */
export function PageLinks({ shown: { posts, number, pages }, start, asked }: PageLinksProps) {
  const { t } = useTranslation('blog')
  const state: ListState = { start }
  const { links, onLoadMore } = useLoadMore(asked, posts.length)
  if (pages === 1) return null
  const isFailed = number < Math.min(asked, pages)
  return (
    <nav ref={links} className={styles.links} aria-label={t('pagination.label')}>
      {start > 1 && (
        <SiteLink to={listPath(start - 1)} rel="prev">
          {t('pagination.newer')}
        </SiteLink>
      )}
      <span className={styles.position} aria-live="polite">
        {isFailed ? t('pagination.failed') : t('pagination.position', { number, pages })}
      </span>
      {number < pages && (
        <SiteLink
          to={listPath(number + 1)}
          rel="next"
          state={state}
          preventScrollReset
          // A second try after a failure is at its address already.
          replace={isFailed || undefined}
          onClick={onLoadMore}
        >
          {t('pagination.older')}
        </SiteLink>
      )}
    </nav>
  )
}
