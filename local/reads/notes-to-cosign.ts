import { addDays } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import { ownFirst } from '#contract/documentation/cosigner.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { device } from '../store/device.ts';
import { readAll, readRows, readWhere, readWhereAny } from './reads.ts';
import { isAskedToCosign, type VisitFilter } from './visits.ts';

/** A signed note that is not a visit's own, and waits for a cosignature. */
export type NoteToCosign = {
  note: VisitNote;
  patient: Patient | undefined;
  case: Case | undefined;
  signer: Provider | undefined;
  /** Whoever asks was asked to cosign it. */
  isAsked: boolean;
};

/** Days of visits either way that a device has of everyone in treatment (sync.md, P1). */
export const nearDays = 60;

/**
 * Notes of cases, and those added to a visit's note, that wait for a cosignature `by` a provider, of patients with a visit
 * in these days: those they were asked for first, then the oldest. Notes of visits themselves stand with their visits.
 */
export async function notesToCosign(today: string, filter: VisitFilter, by: string | null): Promise<NoteToCosign[]> {
  const near = await readWhere('visits', {
    index: 'day',
    from: addDays(today, -nearDays),
    to: addDays(today, nearDays),
  });
  const PatientIds = [...new Set(near.map(({ PatientId }) => String(PatientId)))];
  const visits = await readWhereAny('visits', 'PatientId', PatientIds);
  const beside = await notesBeside(PatientIds, new Set(visits.map(({ VisitId }) => String(VisitId))));
  const waiting = (await readRows('visitNotes', beside)).filter((note) => waits(note, by));
  if (waiting.length === 0) return [];
  const cases = byKey(await readRows('cases', idsOf(waiting, 'CaseId')), 'CaseId');
  const patients = byKey(await readRows('patients', idsOf(waiting, 'PatientId')), 'PatientId');
  const providers = byKey(await readAll('providers'), 'ProviderId');
  const lines = waiting.map((note) => ({
    note,
    patient: patients.get(note.PatientId),
    case: cases.get(note.CaseId),
    signer: providers.get(note.signedByProviderId ?? ''),
    isAsked: isAskedToCosign(note, by),
  }));
  const shown = lines.filter((line) => line.isAsked || passes(line, filter));
  const oldestFirst = shown.toSorted(
    (a, b) => a.note.NoteDate.localeCompare(b.note.NoteDate) || a.note.NoteId.localeCompare(b.note.NoteId),
  );
  return ownFirst(oldestFirst, ({ isAsked }) => isAsked);
}

/** What hangs on no visit of these patients is a note. Only its key is read, however much hangs on the visits. */
async function notesBeside(PatientIds: readonly string[], VisitIds: ReadonlySet<string>): Promise<string[]> {
  const keys = await device()
    .mirror.visitBundles.where('PatientId')
    .anyOf([...PatientIds])
    .primaryKeys();
  return keys.filter((key) => !VisitIds.has(key));
}

/** Nobody cosigns what they signed. */
function waits(note: VisitNote, by: string | null): boolean {
  if (note.NoteId === String(note.VisitId) || note.signedByProviderId === by) return false;
  return note.signedAt !== null && note.cosignRequired && note.cosignedAt === null;
}

/** For who wrote it, or whose case it is. */
function passes({ note, case: of }: NoteToCosign, { FacilityId, ProviderIds }: VisitFilter): boolean {
  if (FacilityId !== null && note.FacilityId !== FacilityId) return false;
  return ProviderIds.length === 0 || [note.ProviderId, of?.ProviderId].some((id) => id && ProviderIds.includes(id));
}

function idsOf<K extends 'CaseId' | 'PatientId'>(notes: readonly VisitNote[], key: K): string[] {
  return [...new Set(notes.map((note) => String(note[key])))];
}

function byKey<K extends string, R extends Record<K, string>>(rows: readonly R[], key: K): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row[key], row]));
}
