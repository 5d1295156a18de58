import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package when it is first used: those that not every site needs take 70 MB of memory together (docs/performance.md).
 *
 * @param name of a package that `require` finds
 * @returns a function that gives the package
 */
export function lazyImport<Package>(name: string): () => Package {
  return () => require(name) as Package
}
