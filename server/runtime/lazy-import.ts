import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package on first use. The optional packages take 70 MB of memory together (docs/performance.md).
 *
 * @returns a function that returns the package
 */
export function lazyImport<Package>(name: string): () => Package {
  return () => require(name) as Package
}
