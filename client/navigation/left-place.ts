/**
 * An entry of the history that the router has left is marked as one whose place the router finds again. Where the browser loads its
 * page anew, as for back before React is there, nobody else would. Left marked: else the browser has its own idea of the place.
 */
export function findLeftPlace(): void {
  if (history.scrollRestoration === 'auto') return
  try {
    const places = JSON.parse(sessionStorage['react-router-scroll-positions'] as string) as Record<string, number> // the router's
    const state = history.state as { key: string } // likewise
    scrollTo(0, places[state.key] ?? 0)
  } catch {
    // Kept nowhere: the page begins at its top.
  }
}
