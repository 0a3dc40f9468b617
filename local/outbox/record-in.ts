import { keptRows } from '#contract/kept-rows.ts';

const records = Object.values(keptRows).flatMap((of) => ('record' in of ? [of] : []));
/** What belongs to a patient or a case may name something of the clinic's, such as a script who ordered it. */
const keysOfRecords = [
  ...records.filter(({ record }) => record.parent !== null),
  ...records.filter(({ record }) => record.parent === null),
].map(({ key }) => key);

/** Where a call names the record it is about, in this order: a note before its visit, that before the case or patient it belongs to. */
const names = ['NoteId', 'VisitId', 'visitId', 'id', ...keysOfRecords, 'CaseId'];

/** The id of the record a call is about, whatever its input calls it. */
export function recordIn(input: object): string | null {
  const named: Record<string, unknown> = { ...input };
  const { patient } = named;
  const created = typeof patient === 'object' && patient !== null && 'PatientId' in patient ? patient.PatientId : null;
  const own = names.map((name) => named[name]).find((value) => value !== undefined && value !== null);
  const id = own ?? created ?? named['record'];
  return typeof id === 'string' ? id : null;
}
