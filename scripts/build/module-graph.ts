type Imports = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
export type Graph = { getModuleInfo(id: string): Imports | null };

/** Modules that are there once these are, without what is loaded later. */
export function reachedFrom(ids: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
