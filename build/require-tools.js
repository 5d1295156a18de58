// Runs before the build. If a host sets NODE_ENV=production, npm does not install the build's tools. The shell would then only report
// "vite: not found".
try {
  import.meta.resolve('vite')
} catch {
  const cause = 'is not installed: NODE_ENV=production or --omit=dev has left it out'
  console.error(`vite: ${cause}; the build needs it, expected "npm ci --include=dev" before`)
  process.exit(1)
}
