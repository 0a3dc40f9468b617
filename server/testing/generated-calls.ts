import { methodOf, pathOf, type Method } from '#contract/base/endpoint.ts';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import type { EntityName } from '#contract/entities.ts';
import { isQueueable } from '#contract/queued-names.ts';
import { allRecords, recordCall } from '#contract/records.ts';
import { userNames } from '#server/demo/cast.ts';
import type { Chance } from '#server/demo/random.ts';
import { tables } from '../kit/db/tables.ts';
import type { Site } from './api.ts';
import type { TestDatabase } from './database.ts';
import { inputFor, shapeOf, type KnownIds } from './inputs.ts';

type Input = Record<string, unknown>;

/** Tables whose rows calls name, and the column they name them by. */
export const idColumns: readonly [table: string, column: string][] = [
  ['visits', 'VisitId'],
  ['patients', 'PatientId'],
  ['insurances', 'InsuranceId'],
  ['providers', 'ProviderId'],
  ['facilities', 'FacilityId'],
  ['visit_notes', 'NoteId'],
  ['services', 'ServiceId'],
  ['users', 'UserId'],
  ['cases', 'CaseId'],
  ...allRecords.map(({ entity, key }) => [tables[entity as EntityName], key] as [string, string]),
  ['claims', 'ClaimId'],
  ['import_batches', 'ImportBatchId'],
  ['organizations', 'OrganizationId'],
  ['regions', 'RegionId'],
  ['custom_case_inputs', 'CustomCaseInputId'],
  ['visit_tags', 'TagId'],
  ['payer_reporting_types', 'PayerReportingTypeId'],
  ['devices', 'DeviceId'],
  ['sessions', 'SessionId'],
  ['permission_groups', 'PermissionGroupId'],
  ['emergency_accesses', 'EmergencyAccessId'],
  ['passkeys', 'PasskeyId'],
  ['scim_tokens', 'ScimTokenId'],
  ['custom_days', 'CustomDayId'],
  ['non_patient_visits', 'NonPatientVisitId'],
  ['visit_requests', 'VisitRequestId'],
  ['fill_batches', 'FillBatchId'],
  ['outbound_messages', 'MessageId'],
  ['file_versions', 'FileVersionId'],
  ['intakes', 'IntakeId'],
  ['intake_form_drafts', 'OwnFormId'],
  ['survey_sends', 'SurveySendId'],
  ['review_sends', 'OnlineReviewSendId'],
  ['kiosks', 'KioskId'],
  ['kiosk_arrivals', 'ArrivalId'],
  ['booking_holds', 'HoldId'],
];

/**
 * Every id of a site, by the column that holds it. `OtherUserId` and `OtherGroupId` are those of nobody who makes the
 * calls of a test: what takes rights away is tried on them, so that the calls after it still get as far.
 */
export async function siteIds(db: TestDatabase, site: Site): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [table, column] of idColumns) {
    const rows = await db.owner<{ id: string }>(`select "${column}" as id from ${table} where site = $1 order by 1`, [
      site,
    ]);
    found.set(
      column,
      rows.map((row) => row.id),
    );
  }
  const spared = userNames.map((name) => `${name}@${site}.test`);
  const others = await db.owner<{ id: string }>(
    `select "UserId" as id from users where site = $1 and "Email" <> all ($2) order by 1`,
    [site, spared],
  );
  const groups = await db.owner<{ id: string }>(
    `select "PermissionGroupId" as id from permission_groups g where site = $1 and not exists (
       select from users u where u.site = $1 and u."Email" = any ($2) and g."PermissionGroupId" = any (u.roles)) order by 1`,
    [site, spared],
  );
  found.set(
    'OtherUserId',
    others.map((row) => row.id),
  );
  found.set(
    'OtherGroupId',
    groups.map((row) => row.id),
  );
  const entries = await db.owner<{ id: string }>(
    `select '00000000-0000-7000-8000-' || lpad(to_hex(id), 12, '0') as id from audit_entry where site = $1 order by audit_entry.id limit 20`,
    [site],
  );
  found.set(
    'AuditEntryId',
    entries.map((row) => row.id),
  );
  return found;
}

/** What `id` means to a call, where its path does not say that it is a visit's. */
const idMeans: { [N in EndpointName]?: string } = {
  'patients.get': 'PatientId',
  'patients.update': 'PatientId',
  'cases.get': 'CaseId',
  'cases.update': 'CaseId',
  'cases.discharge': 'CaseId',
  'cases.remove': 'CaseId',
  'cases.stampPlan': 'PlanOfCareId',
  'compliance.ofCase': 'CaseId',
  'sync.chart': 'PatientId',
  'billing.claimFile': 'ClaimId',
  'documentation.list': 'CaseId',
  'documentation.save': 'CaseId',
  'documentation.saveMeasures': 'CaseId',
  'measures.ofCase': 'CaseId',
  'documentation.remove': 'NoteId',
  'documentation.sign': 'NoteId',
  'documentation.cosign': 'NoteId',
  'documentation.pdf': 'NoteId',
  'providers.update': 'ProviderId',
  'users.update': 'OtherUserId',
  'users.setRoles': 'OtherUserId',
  'users.invite': 'OtherUserId',
  'users.resetSecondFactor': 'OtherUserId',
  'users.updateGroup': 'OtherGroupId',
  'users.removeGroup': 'OtherGroupId',
  'session.savePreferences': 'UserId',
  'session.reportDevice': 'DeviceId',
  'session.signOutAndErase': 'DeviceId',
  'session.askErasure': 'DeviceId',
  'session.confirmErased': 'DeviceId',
  'clinicLists.saveCustomCaseInput': 'CustomCaseInputId',
  'clinicLists.saveVisitTag': 'TagId',
  'clinicLists.renamePayerReportingType': 'PayerReportingTypeId',
  'facilities.get': 'FacilityId',
  'facilities.update': 'FacilityId',
  'facilities.updateRegion': 'RegionId',
  'facilities.deleteRegion': 'RegionId',
  'addressBook.referringProvider': 'ReferringProviderId',
  'addressBook.mergeReferringProviders': 'ReferringProviderId',
  'addressBook.unmergeReferringProviders': 'ReferringProviderId',
  'addressBook.payer': 'PayerId',
  'addressBook.mergePayers': 'PayerId',
  'addressBook.payerRules': 'PayerId',
  'addressBook.savePayerRules': 'PayerId',
  'importer.undo': 'ImportBatchId',
  'emergency.record': 'EmergencyAccessId',
  'emergency.review': 'EmergencyAccessId',
  'emergencyGrants.end': 'EmergencyAccessId',
  'audit.get': 'AuditEntryId',
  'scim.revokeToken': 'ScimTokenId',
  'visits.removeFuture': 'CaseId',
  'scheduling.saveNonPatientVisit': 'NonPatientVisitId',
  'scheduling.removeNonPatientVisit': 'NonPatientVisitId',
  'scheduling.saveVisitRequest': 'VisitRequestId',
  'scheduling.withdrawVisitRequest': 'VisitRequestId',
  'waitlist.stop': 'FillBatchId',
  'account.endSession': 'SessionId',
  'messages.reply': 'MessageId',
  'messages.consents': 'PatientId',
  'messages.saveConsents': 'PatientId',
  'patientLogin.access': 'PatientId',
  'patientLogin.endLinks': 'PatientId',
  'patientLogin.endSession': 'PatientId',
  'patientVisits.calendar': 'VisitId',
  'patientVisits.confirm': 'VisitId',
  'patientVisits.cannotCome': 'VisitId',
  'patientVisits.anotherTime': 'VisitId',
  'onlineScheduling.extendHold': 'HoldId',
  'onlineScheduling.endHold': 'HoldId',
  'onlineScheduling.sendLink': 'PatientId',
  'account.renamePasskey': 'PasskeyId',
  'account.removePasskey': 'PasskeyId',
  'intake.insurance': 'PatientId',
  'intakeForms.get': 'OwnFormId',
  'intakeForms.update': 'OwnFormId',
  'intakeForms.publish': 'OwnFormId',
  'intakeForms.remove': 'OwnFormId',
  'kiosk.newCode': 'KioskId',
  'kiosk.revoke': 'KioskId',
  'kiosk.match': 'ArrivalId',
  'kiosk.dismiss': 'ArrivalId',
  'files.list': 'PatientId',
  'hep.send': 'HomeProgramId',
  'files.download': 'FileVersionId',
};

/** The column whose id a call means by `id`; undefined where nobody has said so. */
export function idColumnOf(name: EndpointName): string | undefined {
  return (
    idMeans[name] ??
    recordCall(name)?.of.key ??
    (/^\/visits\/:id(\/|$)/.test(pathOf(endpoint(name))) ? 'VisitId' : undefined)
  );
}

/** Fields that are not called like the column whose id they hold. */
const otherNames: Record<string, string> = {
  Device: 'DeviceId',
  Role: 'PermissionGroupId',
  Into: 'ReferringProviderId',
  ReferringProviderContactId: 'ReferringProviderId',
  SubjectId: 'PatientId',
};

/** Ids of these, and one time in six of nobody. */
export function idsAmong(ids: Map<string, string[]>, strangers = true): (name: EndpointName) => KnownIds {
  return (name) => (field, chance) => {
    const column =
      field === 'id' ? (idColumnOf(name) ?? 'VisitId') : `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
    const list = ids.get(otherNames[column] ?? column) ?? [];
    return list.length > 0 && !(strangers && chance.below(6) === 0) ? chance.pick(list) : someUuid(chance);
  };
}

function someUuid(chance: Chance): string {
  const hex = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** An input of a call; a push carries calls that exist, each with an input of its own. */
export function inputOf(name: EndpointName, idsOf: (name: EndpointName) => KnownIds, chance: Chance): Input {
  const input = inputFor(shapeOf(endpoint(name).input), idsOf(name), chance) as Input;
  if (name !== 'sync.push') return input;
  const queueable = endpointNames.filter(isQueueable);
  const entries = (input['entries'] as Input[]).map((entry, at) => {
    const queued = chance.pick(queueable);
    return { ...entry, mid: at + 1, schemaVersion: 1, name: queued, input: inputOf(queued, idsOf, chance) };
  });
  return { ...input, entries };
}

/** Path, query and body of an input, however odd it is. */
export function requestOf(name: EndpointName, input: Input): { method: Method; url: string; body?: Input } {
  const called = endpoint(name);
  const rest = { ...input };
  const text = (value: unknown) =>
    encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());
  const path = pathOf(called).replace(/:(\w+)/g, (_whole, part: string) => {
    const value = text(rest[part]);
    delete rest[part];
    return value;
  });
  const method = methodOf(called);
  if (method !== 'GET') return { method, url: `/api${path}`, body: rest };
  const query = Object.entries(rest).map(([key, value]) => `${text(key)}=${text(value)}`);
  return { method, url: `/api${path}?${query.join('&')}` };
}
