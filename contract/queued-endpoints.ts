import type { Endpoint, EndpointTable } from './base/endpoint.ts';
import { billingEndpoints } from './billing/endpoints.ts';
import { caseEndpoints } from './cases/endpoints.ts';
import { chargeEndpoints } from './charges/endpoints.ts';
import { documentationEndpoints } from './documentation/endpoints.ts';
import { emergencyEndpoints } from './emergency/endpoints.ts';
import { flowsheetEndpoints } from './flowsheet/endpoints.ts';
import { outcomeEndpoints } from './outcomes/endpoints.ts';
import { patientEndpoints } from './patients/endpoints.ts';
import { recordTable } from './records.ts';
import { queuedScheduling } from './scheduling/queued-scheduling.ts';
import { sessionEndpoints } from './session/endpoints.ts';
import { queuedSync } from './sync/queued-sync.ts';
import { visitEndpoints } from './visits/endpoints.ts';

/**
 * The features with calls that may wait in the outbox: what a page must know before it saves anything. Those that work
 * online only are in `endpoints.ts` alone, and a page loads them when it calls one.
 */
export const queuedTables = {
  addressBook: recordTable('addressBook'),
  session: sessionEndpoints,
  patients: patientEndpoints,
  cases: { ...caseEndpoints, ...recordTable('cases') },
  visits: visitEndpoints,
  documentation: documentationEndpoints,
  charges: chargeEndpoints,
  flowsheet: { ...flowsheetEndpoints, ...recordTable('flowsheet') },
  billing: billingEndpoints,
  emergency: emergencyEndpoints,
  scheduling: { ...queuedScheduling, ...recordTable('scheduling') },
  sync: queuedSync,
  subjectNotes: recordTable('subjectNotes'),
  outcomes: outcomeEndpoints,
  templates: recordTable('templates'),
  measures: recordTable('measures'),
  guarantors: recordTable('guarantors'),
  hep: recordTable('hep'),
  onlineScheduling: recordTable('onlineScheduling'),
  onlineReview: recordTable('onlineReview'),
  tasks: recordTable('tasks'),
} as const satisfies Record<string, EndpointTable>;

type Tables = typeof queuedTables;

/** `visits.move` and so on: calls that may wait. */
export type QueueableName = {
  [F in keyof Tables]: {
    [V in keyof Tables[F] & string]: Tables[F][V] extends { queueable: true } ? `${F}.${V}` : never;
  }[keyof Tables[F] & string];
}[keyof Tables];

const queued = new Map<string, Endpoint>(
  Object.entries(queuedTables).flatMap(([feature, table]) =>
    Object.entries<Endpoint>(table).flatMap(([verb, one]) =>
      one.queueable ? [[`${feature}.${verb}`, one] as const] : [],
    ),
  ),
);

export function queuedEndpoint(name: QueueableName): Endpoint {
  const found = queued.get(name);
  if (!found) throw new Error(`No call ${name} may wait.`);
  return found;
}
