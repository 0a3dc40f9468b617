import type { z } from 'zod';
import type { Endpoint } from './base/endpoint.ts';
import { billingEndpoints } from './billing/endpoints.ts';
import { chargeEndpoints } from './charges/endpoints.ts';
import { documentationEndpoints } from './documentation/endpoints.ts';
import { emergencyEndpoints } from './emergency/endpoints.ts';
import { importerEndpoints } from './importer/endpoints.ts';
import { outageEndpoints } from './outage/endpoints.ts';
import { patientEndpoints } from './patients/endpoints.ts';
import { sessionEndpoints } from './session/endpoints.ts';
import { syncEndpoints } from './sync/endpoints.ts';
import { visitEndpoints } from './visits/endpoints.ts';

/** Every call there is, by feature and verb. */
export const endpoints = {
  session: sessionEndpoints,
  sync: syncEndpoints,
  patients: patientEndpoints,
  visits: visitEndpoints,
  documentation: documentationEndpoints,
  charges: chargeEndpoints,
  billing: billingEndpoints,
  importer: importerEndpoints,
  outage: outageEndpoints,
  emergency: emergencyEndpoints,
} as const;

type Table = typeof endpoints;
type NameIn<F extends keyof Table> = `${F}.${keyof Table[F] & string}`;
/** `visits.move` and so on. */
export type EndpointName = { [F in keyof Table]: NameIn<F> }[keyof Table];
export type EndpointOf<N extends EndpointName> = N extends `${infer F extends keyof Table}.${infer V}`
  ? V extends keyof Table[F]
    ? Table[F][V]
    : never
  : never;
export type InputOf<N extends EndpointName> =
  EndpointOf<N> extends { input: infer S extends z.ZodType } ? z.input<S> : never;
export type ReplyOf<N extends EndpointName> =
  EndpointOf<N> extends { reply: infer S extends z.ZodType } ? z.output<S> : never;
export type QueueableName = {
  [N in EndpointName]: EndpointOf<N> extends { queueable: true } ? N : never;
}[EndpointName];

export const endpointNames = Object.entries(endpoints).flatMap(([feature, table]) =>
  Object.keys(table).map((verb) => `${feature}.${verb}` as EndpointName),
);

export function endpoint(name: EndpointName): Endpoint {
  const [feature, verb] = name.split('.') as [keyof Table, string];
  const table: Record<string, Endpoint> = endpoints[feature];
  const found = table[verb];
  if (!found) throw new Error(`No endpoint ${name}`);
  return found;
}

export function isQueueable(name: string): name is QueueableName {
  return (endpointNames as string[]).includes(name) && endpoint(name as EndpointName).queueable === true;
}
