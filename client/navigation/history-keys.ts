/**
 * Gives this entry of the history a key, and then every one that is come to: the router keeps under it how far down a page was
 * left, and knows only its own entries, not those of links within a page. To be called before there is a router: it has to hear first.
 *
 * What a link noted on this entry is forgotten: it told how the page came about, and a reload, which keeps it, has it come anew.
 */
export function keyHistory(): void {
  const key = () => {
    const state = window.history.state as { key?: string } | null // the router's own writing, or ours
    if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
  }
  key()
  window.history.replaceState({ ...window.history.state, usr: null }, '')
  addEventListener('popstate', key)
}
