import { withArticle } from '#contract/base/nouns.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import type { RecordVerb } from '#contract/record/record-endpoints.ts';
import { recordCall, type RecordCallName } from '#contract/records.ts';
import { stageNames, VisitStage } from '#contract/visits/stage.ts';

const words: Record<Exclude<QueueableName, RecordCallName>, string> = {
  'session.savePreferences': 'Your preferences',
  'session.recordPrint': 'Record of a print',
  'sync.recordDiscard': 'Record of a discarded change',
  'emergency.record': 'Record of an emergency access',
  'visits.move': 'Move a visit',
  'visits.create': 'Book a visit',
  'visits.createSeries': 'Book a series of visits',
  'visits.reschedule': 'Change when or where a visit is',
  'visits.remove': 'Delete a visit',
  'visits.removeFuture': 'Delete the future visits of a case',
  'scheduling.createCustomDays': 'Days of a schedule',
  'scheduling.saveNonPatientVisit': 'Time without a patient',
  'scheduling.removeNonPatientVisit': 'Delete a time without a patient',
  'scheduling.saveVisitRequest': 'Place on the waitlist',
  'scheduling.withdrawVisitRequest': 'Take off the waitlist',
  'visits.resolveIntake': "Settle a patient's intake answers",
  'patients.create': 'New patient',
  'patients.update': 'Changes to a patient',
  'cases.create': 'New case',
  'cases.update': 'Changes to a case',
  'cases.discharge': 'Discharge of a case',
  'cases.remove': 'Delete a case',
  'documentation.save': 'Note',
  'documentation.sign': 'Signature of a note',
  'documentation.cosign': 'Cosignature of a note',
  'charges.save': 'Charges of a visit',
  'billing.submitClaim': 'Submit a claim',
};

const recordWords: Record<RecordVerb, (noun: string) => string> = {
  create: (noun) => `New ${noun}`,
  update: (noun) => `Changes to ${withArticle(noun)}`,
  remove: (noun) => `Remove ${withArticle(noun)}`,
};

/** What a waiting call does, in the clinic's words. */
export function callWords(name: string, input: unknown): string {
  const known = (words as Record<string, string>)[name];
  if (name === 'visits.move' && typeof input === 'object' && input !== null && 'destination' in input) {
    const stage = VisitStage.safeParse(input.destination);
    if (stage.success) return `Move a visit to ${stageNames[stage.data]}`;
  }
  const record = recordCall(name);
  return record ? recordWords[record.verb](record.of.noun) : (known ?? 'A change');
}

/** What of a record a call changes, in short: the sections of a note, the fields of a patient. */
export function callDetail(name: string, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  if (name === 'sync.recordDiscard') return 'reason' in input ? `“${String(input.reason)}”` : null;
  if (!('changes' in input) || typeof input.changes !== 'object' || input.changes === null) return null;
  const changed = Object.entries(input.changes).flatMap(([field, value]) =>
    value === undefined ? [] : labelOf(name, field),
  );
  return changed.length > 0 ? changed.join(', ') : null;
}

function labelOf(name: string, field: string): string {
  return recordCall(name)?.of.fields[field]?.label ?? spoken(field);
}

const unspoken = /Id$|^id$|_at$|^site$|^scope$/;

/** The server's current value in plain lines: names and short values, no ids and no stamps. */
export function currentWords(current: unknown): { name: string; value: string }[] {
  if (typeof current !== 'object' || current === null) return [];
  return Object.entries(current)
    .filter(([name, value]) => !unspoken.test(name) && isShort(value))
    .slice(0, 8)
    .map(([name, value]) => ({
      name: spoken(name),
      value: name === 'stage' ? stageWord(String(value)) : String(value),
    }));
}

function isShort(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '' && value.length <= 200)
  );
}

function stageWord(value: string): string {
  const stage = VisitStage.safeParse(value);
  return stage.success ? stageNames[stage.data] : value;
}

/** `DateOfBirth` and `date_of_birth` as `Date of birth`, `ProviderId` as `Provider`. */
export function spoken(name: string): string {
  const spaced = name
    .replace(/_/g, ' ')
    .replace(/(?<=[a-z])Ids?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
