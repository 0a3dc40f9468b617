import type { Endpoint, EndpointTable } from '#contract/base/endpoint.ts';

const tables = import.meta.glob<Record<string, unknown>>([
  '../../contract/*/endpoints.ts',
  '!../../contract/session/endpoints.ts',
]);

/** A call of a feature; undefined where there is none of that name. */
export async function findEndpoint(feature: string, verb: string): Promise<Endpoint | undefined> {
  const folder = feature.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const module = await tables[`../../contract/${folder}/endpoints.ts`]?.();
  // Every feature exports its table under such a name.
  const [, own] = Object.entries(module ?? {}).find(([exported]) => exported.endsWith('Endpoints')) ?? [];
  return (own as EndpointTable | undefined)?.[verb] ?? (await ofRecord(feature, verb));
}

/** Those of records stand in no feature's table. */
async function ofRecord(feature: string, verb: string): Promise<Endpoint | undefined> {
  const { queuedTables } = await import('#contract/queued-endpoints.ts');
  const known: Record<string, EndpointTable> = queuedTables;
  return known[feature]?.[verb];
}
