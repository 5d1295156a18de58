/**
 * The built parts that tests put a site together from, as `dist/server/test-entry.js`: they test what runs, and each worker loads it once. `bench/search.js`
 * measures one of them.
 * Nothing of the site imports this file.
 */
export { parseConfig } from './config/config.ts'
export { createHttpServer } from './http/server.ts'
export { createLog } from './runtime/log.ts'
export { createMetrics } from './metrics/metrics.ts'
export { readBundle } from './composition/bundle.ts'
export { createSearch } from './posts/search/search.ts'
export { createSite } from './site.ts'
