import type fetch from 'node-fetch'

/** How other hosts are asked; tests pass their own. */
export type Fetch = typeof fetch
