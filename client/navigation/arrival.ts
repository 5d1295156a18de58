/** Said on the document when awaited content has taken the place of its loading text. */
export const arrivalEvent = 'contentarrival'
