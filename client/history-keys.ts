/**
 * Gives this entry of the history a key, and then every one that is come to: the router keeps under it how far down a page was
 * left, and knows only its own entries, not those of links within a page. To be called before there is a router: it has to hear first.
 */
export function keyHistory(): void {
  const key = () => {
    const state = window.history.state as { key?: string } | null // the router's own writing, or ours
    if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
  }
  key()
  addEventListener('popstate', key)
}
