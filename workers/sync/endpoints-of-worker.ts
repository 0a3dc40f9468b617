import type { Endpoint } from '#contract/base/endpoint.ts';
import { sessionEndpoints } from '#contract/session/endpoints.ts';
import { syncEndpoints } from '#contract/sync/endpoints.ts';

/** The features whose calls a worker makes: those of all others would be a third of what it loads. */
const tables = { session: sessionEndpoints, sync: syncEndpoints } as const;

type Tables = typeof tables;
/** `sync.pull` and so on. */
export type WorkerCall = { [F in keyof Tables]: `${F}.${keyof Tables[F] & string}` }[keyof Tables];

export function endpointOfWorker(name: WorkerCall): Endpoint {
  const [feature, verb] = name.split('.') as [keyof Tables, string];
  const table: Record<string, Endpoint> = tables[feature];
  const found = table[verb];
  if (!found) throw new Error(`No endpoint ${name}`);
  return found;
}
