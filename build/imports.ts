/** What a plugin of the build may ask about a module. */
export type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** A module and everything that it imports, by itself or through others; what it loads later is not part of it. */
export function staticImportsOf(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) staticImportsOf(imported, graph, found)
  return found
}
