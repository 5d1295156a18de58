import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { contentEvents } from '../navigation/content-events.ts'

/**
 * Moves the focus when more has been loaded into a list, to the first of the added cards, and when it was taken out again, to the
 * link that loads it. The window stays where it is, except for the keyboard, whose focus is in view. For a component that lives as
 * long as the list begins with the same page.
 *
 * @param number the page that the address names
 * @param cards how many there are
 * @returns `links` for the element that holds the link, `onLoadMore` for the link's click
 */
export function useLoadMore(number: number, cards: number) {
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
