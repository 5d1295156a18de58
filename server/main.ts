// Must be set before React loads: by default it uses its slow build.
process.env.NODE_ENV ??= 'production'

const { serve } = await import('./serve.ts')
await serve(process.env)

export {}
