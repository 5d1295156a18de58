import { type ModuleGraph, staticImportsOf } from './imports.ts'

/**
 * Chunk group of the browser's bundle: all that every page needs for its hydration in one file. Left to themselves, the modules
 * that pages share with the entry become further chunks, each compressed without the others' words: 2 KB more.
 *
 * @param entry the absolute path of the module that hydrates
 * @param small of modules that many pages share and the entry does not need, each too small for a request of its own
 */
export function coreChunk(entry: string, small: readonly string[]) {
  let core: Set<string> | null = null
  return {
    name(id: string, graph: ModuleGraph): string | null {
      core ??= staticImportsOf(entry, graph)
      return core.has(id) || small.includes(id) ? 'core' : null
    },
  }
}
