// Before the build. Hosts that set NODE_ENV=production have npm leave out the build's tools; the shell would then say no more
// than "vite: not found".
try {
  import.meta.resolve('vite')
} catch {
  const cause = 'is not installed: NODE_ENV=production or --omit=dev has left it out'
  console.error(`vite: ${cause}; the build needs it, expected "npm ci --include=dev" before`)
  process.exit(1)
}
