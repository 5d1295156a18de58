/** What the history keeps of a page of the list that was added to others: the first of them. Null for every other page. */
export type ListState = { start: number } | null
