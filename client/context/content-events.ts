/** Dispatched on the document if the content changes without a navigation, for the announcer. */
export const contentEvents = {
  /** Deferred content has replaced its loading text. */
  arrived: 'contentarrived',
  /** A search has changed the list and the address. */
  listChanged: 'contentlistchanged',
} as const
