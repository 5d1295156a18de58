// Before any package is loaded: React has two builds, and takes the slow one by default.
process.env.NODE_ENV ??= 'production'

const { serve } = await import('./serve.ts')
await serve(process.env)

export {}
