/**
 * `fetch` for this site's own API. In a page that was opened as `https://user:secret@host/`, a path resolves to a URL with
 * credentials, which `fetch` rejects. The origin has none; the browser sends them as it does for the page.
 */
export function fetchOwn(path: string, options?: RequestInit): Promise<Response> {
  return window.fetch(location.origin + path, options)
}
