import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '../../shared/post-list.ts'
import { listPath } from '../../shared/site-map.ts'
import { SiteLink } from '../parts/site-link.tsx'
import { contentEvents } from '../navigation/content-events.ts'
import type { ListState } from '../context/loader-data.ts'
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

/**
 * Moves the focus when more has been loaded into a list, to the first of the added cards, and when it was taken out again, to the
 * link that loads it. The window stays where it is, except for the keyboard, whose focus is in view. For a component that lives as
 * long as the list begins with the same page.
 *
 * @param number the page that the address names
 * @param cards how many there are
 * @returns `links` for the element that holds the link, `onLoadMore` for the link's click
 */
function useLoadMore(number: number, cards: number) {
  const links = useRef<HTMLElement>(null)
  const shown = useRef({ number, cards })
  const isByKeyboard = useRef(false)
  // A layout effect, which comes before the announcer's.
  useLayoutEffect(() => {
    const before = shown.current
    if (before.number === number && before.cards === cards) return
    shown.current = { number, cards }
    document.dispatchEvent(new Event(contentEvents.listChanged))
    const target =
      cards > before.cards
        ? document.querySelectorAll<HTMLElement>('main article h2 a')[before.cards]
        : links.current?.querySelector<HTMLElement>('[rel=next]')
    target?.focus({ preventScroll: !isByKeyboard.current })
    isByKeyboard.current = false
  }, [number, cards])
  return {
    links,
    // Read from the link now: after the last page it is gone.
    onLoadMore({ currentTarget: link }: MouseEvent) {
      isByKeyboard.current = link.matches(':focus-visible')
    },
  }
}
