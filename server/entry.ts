import { env } from 'node:process'

// Before any package is loaded: React has two builds, and takes the slow one where nothing names the other.
env.NODE_ENV ??= 'production'

await import('./main.ts')
