import { useLayoutEffect, useRef } from 'react'
import { contentEvents } from '../navigation/content-events.ts'

/**
 * Leads the focus where a list has grown or shrunk in its place: to the first of the cards that were added, or to the link that adds
 * them again. The window stays where it is, unless the keyboard has asked: then what has the focus is in view. For a component that
 * lives as long as the list begins with the same page.
 *
 * @param number the page that the address names
 * @param cards how many there are
 * @returns `links` for the element that holds the link, `ask` for who is about to follow it
 */
export function useLoadMore(number: number, cards: number) {
  const links = useRef<HTMLElement>(null)
  const shown = useRef({ number, cards })
  const isByKeyboard = useRef(false)
  // A layout effect: the announcer's own, which is none, has to come after it.
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
    // Asked of the link itself, which is gone where this page is the last.
    ask(link: Element) {
      isByKeyboard.current = link.matches(':focus-visible')
    },
  }
}
