import type { QueueableName } from './queued-endpoints.ts';
import { recordCallNames, type RecordCallName } from './kept-rows.ts';

/** Calls that may wait, but for those of records. By name alone: what each takes comes with the first of them. */
const commands: Record<Exclude<QueueableName, RecordCallName>, true> = {
  'session.savePreferences': true,
  'session.recordPrint': true,
  'patients.create': true,
  'patients.update': true,
  'cases.create': true,
  'cases.update': true,
  'cases.discharge': true,
  'cases.remove': true,
  'cases.stampPlan': true,
  'visits.move': true,
  'visits.create': true,
  'visits.createSeries': true,
  'visits.reschedule': true,
  'visits.remove': true,
  'visits.removeFuture': true,
  'visits.resolveIntake': true,
  'documentation.create': true,
  'documentation.remove': true,
  'documentation.save': true,
  'documentation.saveMeasures': true,
  'documentation.sign': true,
  'documentation.cosign': true,
  'charges.save': true,
  'flowsheet.save': true,
  'billing.submitClaim': true,
  'emergency.record': true,
  'scheduling.createCustomDays': true,
  'scheduling.saveNonPatientVisit': true,
  'scheduling.removeNonPatientVisit': true,
  'scheduling.saveVisitRequest': true,
  'scheduling.withdrawVisitRequest': true,
  'outcomes.record': true,
  'sync.recordDiscard': true,
};

const names = new Set<string>([...Object.keys(commands), ...recordCallNames]);

export function isQueueable(name: string): name is QueueableName {
  return names.has(name);
}

/** The calls whose predictions change a patient. */
export const callsOfPatients: ReadonlySet<QueueableName> = new Set<QueueableName>([
  'patients.create',
  'patients.update',
  'visits.resolveIntake',
]);
