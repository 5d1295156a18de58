import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that not every site needs, loaded when it is first used: those that are asked for so take 70 MB of memory
 * together (docs/performance.md).
 *
 * @param name of a package that can be had by `require`
 * @returns a function that gives the package
 */
export function onDemand<Package>(name: string): () => Package {
  return () => require(name) as Package
}
