import { showDate, showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { formCall } from '#contract/records.ts';
import type { CallSubject } from '#local/outbox/call-patient.ts';
import type { WaitingCall } from '#local/outbox/outbox.ts';
import type { ConflictView } from './conflict-views.ts';

type Call = Pick<WaitingCall, 'name' | 'input'>;

/** What a waiting call does, in the clinic's words. */
export function callTitle({ title }: ConflictView, { input }: Pick<Call, 'input'>): string {
  return typeof title === 'string' ? title : title(input);
}

/** What of a record a call changes, in short: the sections of a note, the fields of a patient. */
export function callDetail(view: ConflictView, { name, input }: Call): string | null {
  if (view.detail) return view.detail(input);
  const changes = input['changes'];
  if (typeof changes !== 'object' || changes === null) return null;
  const changed = Object.entries(changes).flatMap(([field, value]) =>
    value === undefined ? [] : (formCall(name)?.of.fields[field]?.label ?? spoken(field)),
  );
  return changed.length > 0 ? changed.join(', ') : null;
}

/** Whom and what a call is about, as far as this device knows. */
export function subjectWords({
  patient,
  apart,
  visit,
}: Partial<CallSubject> & { apart?: string | undefined } = {}): string {
  const ofVisit = visit && `Visit of ${showDate(visit.Start)}, ${showTime(visit.Start)}`;
  return [patient && showName(patient), apart, ofVisit].filter(Boolean).join(' · ');
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
