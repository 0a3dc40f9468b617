import type { z } from 'zod';
import { accountEndpoints } from './account/endpoints.ts';
import { addressBookEndpoints } from './address-book/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import type { Endpoint, OnlineTable } from './base/endpoint.ts';
import { clinicListEndpoints } from './clinic-lists/endpoints.ts';
import { complianceEndpoints } from './compliance/endpoints.ts';
import { connectionEndpoints } from './connections/endpoints.ts';
import { emergencyGrantEndpoints } from './emergency-grants/endpoints.ts';
import { exerciseEndpoints } from './exercises/endpoints.ts';
import { facilityEndpoints } from './facilities/endpoints.ts';
import { feedEndpoints } from './feeds/endpoints.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { hepEndpoints } from './hep/endpoints.ts';
import { importerEndpoints } from './importer/endpoints.ts';
import { intakeEndpoints } from './intake/endpoints.ts';
import { intakeFormEndpoints } from './intake-forms/endpoints.ts';
import { kioskEndpoints } from './kiosk/endpoints.ts';
import { mailEndpoints } from './mail/endpoints.ts';
import { measureEndpoints } from './measures/endpoints.ts';
import { messageEndpoints } from './messages/endpoints.ts';
import { onlineReviewEndpoints } from './online-review/endpoints.ts';
import { onlineSchedulingEndpoints } from './online-scheduling/endpoints.ts';
import { outageEndpoints } from './outage/endpoints.ts';
import { patientLoginEndpoints } from './patient-login/endpoints.ts';
import { patientVisitEndpoints } from './patient-visits/endpoints.ts';
import { providerEndpoints } from './providers/endpoints.ts';
import { queuedTables } from './queued-endpoints.ts';
import { scimEndpoints } from './scim/endpoints.ts';
import { samePeopleEndpoints } from './same-people/endpoints.ts';
import { schedulingEndpoints } from './scheduling/endpoints.ts';
import { settingsEndpoints } from './settings/endpoints.ts';
import { singleSignOnEndpoints } from './single-sign-on/endpoints.ts';
import { syncEndpoints } from './sync/endpoints.ts';
import { siteEndpoints } from './sites/endpoints.ts';
import { surveyEndpoints } from './surveys/endpoints.ts';
import { subjectNoteEndpoints } from './subject-notes/endpoints.ts';
import { taskEndpoints } from './tasks/endpoints.ts';
import { templateEndpoints } from './templates/endpoints.ts';
import { userEndpoints } from './users/endpoints.ts';
import { waitlistEndpoints } from './waitlist/endpoints.ts';

/** Features without calls that may wait; a page loads such a table when it calls one of its names. */
const onlineTables = {
  audit: auditEndpoints,
  clinicLists: clinicListEndpoints,
  compliance: complianceEndpoints,
  connections: connectionEndpoints,
  emergencyGrants: emergencyGrantEndpoints,
  exercises: exerciseEndpoints,
  facilities: facilityEndpoints,
  feeds: feedEndpoints,
  account: accountEndpoints,
  importer: importerEndpoints,
  mail: mailEndpoints,
  measures: measureEndpoints,
  messages: messageEndpoints,
  outage: outageEndpoints,
  samePeople: samePeopleEndpoints,
  patientLogin: patientLoginEndpoints,
  patientVisits: patientVisitEndpoints,
  settings: settingsEndpoints,
  scim: scimEndpoints,
  singleSignOn: singleSignOnEndpoints,
  providers: providerEndpoints,
  sites: siteEndpoints,
  users: userEndpoints,
  waitlist: waitlistEndpoints,
  files: fileEndpoints,
  intake: intakeEndpoints,
  intakeForms: intakeFormEndpoints,
  hep: hepEndpoints,
  surveys: surveyEndpoints,
  kiosk: kioskEndpoints,
  onlineScheduling: onlineSchedulingEndpoints,
  onlineReview: onlineReviewEndpoints,
  tasks: taskEndpoints,
} as const satisfies Record<string, OnlineTable>;

/** Every call there is, by feature and verb. */
export const endpoints = {
  ...queuedTables,
  ...onlineTables,
  addressBook: { ...addressBookEndpoints, ...queuedTables.addressBook },
  scheduling: { ...schedulingEndpoints, ...queuedTables.scheduling },
  sync: syncEndpoints,
  subjectNotes: { ...subjectNoteEndpoints, ...queuedTables.subjectNotes },
  templates: { ...templateEndpoints, ...queuedTables.templates },
  measures: { ...measureEndpoints, ...queuedTables.measures },
  hep: { ...hepEndpoints, ...queuedTables.hep },
  onlineScheduling: { ...onlineSchedulingEndpoints, ...queuedTables.onlineScheduling },
  onlineReview: { ...onlineReviewEndpoints, ...queuedTables.onlineReview },
  tasks: { ...taskEndpoints, ...queuedTables.tasks },
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
