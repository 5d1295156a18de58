/** The results of a search, apart from the pages: the list does not need them. */
export const loadSearch = () => import('./search-results.tsx')
