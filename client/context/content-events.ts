/** Dispatched on the document for announcements: the page stays, but its content changes. */
export const contentEvents = {
  /** Deferred content has replaced its loading text. */
  arrived: 'contentarrived',
  /** A search has found something else, and the address has changed with it. */
  listChanged: 'contentlistchanged',
} as const
