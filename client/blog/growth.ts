import { useLayoutEffect, useRef } from 'react'
import { growthEvent } from '../layout/growth-event.ts'

/**
 * Leads the focus where a list has grown or shrunk in its place: to the first of the cards that were added, or to the link that adds
 * them again. The window stays where it is. For a component that lives as long as the list begins with the same page.
 *
 * @param number the page that the address names
 * @param cards how many there are
 * @returns for the element that holds the link
 */
export function useGrowth(number: number, cards: number) {
  const links = useRef<HTMLElement>(null)
  const shown = useRef({ number, cards })
  // A layout effect: the announcer's own, which is none, has to come after it.
  useLayoutEffect(() => {
    const before = shown.current
    if (before.number === number && before.cards === cards) return
    shown.current = { number, cards }
    document.dispatchEvent(new Event(growthEvent))
    const target =
      cards > before.cards
        ? document.querySelectorAll<HTMLElement>('main article h2 a')[before.cards]
        : links.current?.querySelector<HTMLElement>('[rel=next]')
    target?.focus({ preventScroll: true })
  }, [number, cards])
  return links
}
