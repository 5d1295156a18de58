/**
 * What tests put a site together from, as the build makes it: they import `dist/server/parts.js`, so that what is tested is what
 * runs, and each worker loads it once. Nothing of the site imports this file.
 */
export { parseConfig } from './config/config.ts'
export { createHttpServer } from './http/server.ts'
export { createLog } from './log/log.ts'
export { createMetrics } from './metrics/metrics.ts'
export { createSite, readBundle } from './site.ts'
