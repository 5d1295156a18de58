/** Dispatched on the document, for announcements: the page is the same, but not what it shows. */
export const contentEvents = {
  /** Deferred content has taken the place of its loading text. */
  arrived: 'contentarrived',
  /** A search has found something else, and the address has changed with it. */
  listChanged: 'contentlistchanged',
} as const
