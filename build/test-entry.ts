/**
 * The parts of the built server that tests assemble a site from, as `dist/server/test-entry.js`. So they test the code that runs, and
 * each worker loads it once. `bench/search.js` measures one of them. The site does not import this file.
 */
export { parseConfig } from '../server/config/config.ts'
export { createHttpServer } from '../server/http-server.ts'
export { createLog } from '../server/runtime/log.ts'
export { createMetrics } from '../server/metrics/metrics.ts'
export { readBundle } from '../server/bundle/bundle.ts'
export { createSearch } from '../server/search/search.ts'
export { createSite } from '../server/site.ts'
