import { NoteId, type CaseId, type PatientId, type ProviderId, type VisitId } from '#contract/base/ids.ts';
import { fail } from '#contract/base/errors.ts';
import { signedBefore } from '#contract/documentation/clone-warnings.ts';
import { conflictSentence } from '#contract/documentation/conflict-sentence.ts';
import { cellOf } from '#contract/documentation/field-keys.ts';
import { noteField, originKey, valueOfText } from '#contract/documentation/note-field.ts';
import { NoteChanges } from '#contract/documentation/note-fields.ts';
import type { Signature } from '#contract/documentation/signature.ts';
import { originsOf, sectionConflicts, type SectionConflict } from '#contract/documentation/section-conflicts.ts';
import type { NewNote } from '#contract/documentation/note-of-case.ts';
import type { SeenToSign } from '#contract/documentation/seen-to-sign.ts';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { SignReason } from '#contract/compliance/sign-warnings.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { parkedCalls, queueWrite, queueWrites, type ParkedCall, type Write } from '../outbox/outbox.ts';
import type { Settles, WrittenDraft } from '../drafts/drafts.ts';
import { recordIn } from '../outbox/record-in.ts';
import { discardCall, replaceCalls } from '../outbox/refused-calls.ts';
import { device } from '../store/device.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';
import { earlierVisitsOfCase } from './visits.ts';

export type NoteLine = { note: VisitNote; visit: Visit };
/** Null: of the case alone. */
export type ChartNote = { note: VisitNote; visit: Visit | null };

/** Which note is written: that of a visit has its id. */
export type NoteToWrite = { CaseId: CaseId; NoteId: NoteId; VisitId: VisitId | null };

/** Begins a note of a case without a visit, or one that is added to another. */
export async function createNote(of: NewNote): Promise<void> {
  await queueWrite('documentation.create', of);
}

/** Takes away a note that nobody signed; the audit log keeps its text. */
export async function removeNote(id: NoteId): Promise<void> {
  await queueWrite('documentation.remove', { id });
}

/** What was added to a note, in the order it was begun. */
export async function notesAddedTo({ NoteId, CaseId }: VisitNote): Promise<VisitNote[]> {
  const notes = await readWhere('visitNotes', { index: 'CaseId', equals: CaseId });
  return notes
    .filter(({ ParentNoteId }) => ParentNoteId === NoteId)
    .toSorted((a, b) => a.NoteDate.localeCompare(b.NoteDate) || a.NoteId.localeCompare(b.NoteId));
}

/**
 * Queues what was typed: a call of its own for each field, so that one that meets a conflict holds no other back; what is
 * said of one row of the case goes together.
 */
export async function saveNote(
  { CaseId, NoteId, VisitId }: NoteToWrite,
  changes: NoteChanges,
  base: Readonly<Record<string, unknown>>,
  draft: WrittenDraft,
): Promise<void> {
  const byRow = Map.groupBy(Object.entries(changes), ([field]) => cellOf(field)?.id ?? field);
  const writes = [...byRow.values()].map((entries): Write => {
    const input = { id: CaseId, NoteId, VisitId, changes: Object.fromEntries(entries) };
    return {
      name: 'documentation.save',
      input,
      base: Object.fromEntries(entries.map(([field]) => [field, base[field]])),
    };
  });
  await queueWrites(writes, draft);
}

/** Whether a note is that of a visit, and not one that is added to it. */
export function isOfVisit(note: VisitNote, VisitId: VisitId): boolean {
  return note.NoteId === String(VisitId);
}

export function noteOfVisit(VisitId: VisitId): Promise<VisitNote | undefined> {
  return readNote(NoteId.parse(VisitId));
}

/** Of these notes those of a case. */
export async function notesOfCaseAmong(CaseId: CaseId, ids: readonly string[]): Promise<VisitNote[]> {
  return (await readRows('visitNotes', ids)).filter((note) => note.CaseId === CaseId);
}

export function readNote(id: NoteId): Promise<VisitNote | undefined> {
  return readRow('visitNotes', id);
}

/** The note before this visit in its case, with the visit it belongs to. */
export async function previousNote(visit: Visit): Promise<NoteLine | undefined> {
  const earlier = await earlierVisitsOfCase(visit.CaseId, visit.Start);
  const notes = await readWhere('visitNotes', { index: 'CaseId', equals: visit.CaseId });
  for (const candidate of earlier) {
    const note = notes.find((each) => isOfVisit(each, candidate.VisitId));
    if (note && hasText(note)) return { note, visit: candidate };
  }
  return undefined;
}

/** The signed notes of a case that one of its notes is compared with, the latest first; `notes` are all of the case. */
export async function signedNotesBefore(
  of: Pick<VisitNote, 'CaseId' | 'NoteId' | 'NoteDate'>,
  notes?: readonly VisitNote[],
): Promise<VisitNote[]> {
  return signedBefore(notes ?? (await readWhere('visitNotes', { index: 'CaseId', equals: of.CaseId })), of);
}

/** Visits of a case that take place and whose note nobody has signed, the latest first. */
export async function unsignedVisitsOf(CaseId: CaseId): Promise<Visit[]> {
  const of = { index: 'CaseId', equals: CaseId };
  const visits = await readWhere('visits', of);
  const notes = await readWhere('visitNotes', of);
  const signed = new Set(notes.flatMap(({ NoteId: id, signedAt }) => (signedAt === null ? [] : [String(id)])));
  return visits
    .filter((visit) => takesPlace(visit) && !signed.has(visit.VisitId))
    .toSorted((a, b) => b.Start.localeCompare(a.Start));
}

/** Every note of a patient, newest visit first. */
export async function notesOfPatient(PatientId: PatientId): Promise<ChartNote[]> {
  const notes = await readWhere('visitNotes', { index: 'PatientId', equals: PatientId });
  const visits = await readRows(
    'visits',
    notes.flatMap(({ VisitId }) => VisitId ?? []),
  );
  const byId = new Map(visits.map((visit) => [visit.VisitId, visit]));
  const lines = notes.flatMap((note): ChartNote[] => {
    const visit = note.VisitId === null ? null : byId.get(note.VisitId);
    return visit === undefined ? [] : [{ note, visit }];
  });
  return lines.toSorted((a, b) => momentOf(b).localeCompare(momentOf(a)));
}

/** What has no time comes above the visits of its day. */
const momentOf = ({ note, visit }: ChartNote) => visit?.Start ?? `${note.NoteDate}T24`;

function hasText({ Sections }: VisitNote): boolean {
  return Object.values(Sections).some((text) => text.trim() !== '');
}

/** Everybody who may have signed a note, and the signatures of a patient's notes as they were given. */
export type Signers = { providers: Provider[]; signatures: ReadonlyMap<string, Signature[]> };

export async function readSigners(PatientId: PatientId): Promise<Signers> {
  const [providers, signatures] = await Promise.all([
    readAll('providers'),
    readWhere('signatures', { index: 'PatientId', equals: PatientId }),
  ]);
  return { providers, signatures: Map.groupBy(signatures, ({ NoteId: of }) => String(of)) };
}

/** Text of this device that a note did not take, against what stands there now. */
export type NoteReview = {
  of: NoteToWrite;
  /** Undefined where it is not on this device; null for a note of the case alone. */
  visit: Visit | undefined | null;
  /** What stands there now, as far as this device knows; undefined where nothing was written yet. */
  note: VisitNote | undefined;
  /** The refused saves that one decision settles, oldest first. */
  mids: number[];
  reason: string | null;
  /** When the first of them was made. */
  since: string;
  conflicts: SectionConflict[];
  /** Where values of mine came from; saved with those that are kept. */
  origins: NoteChanges;
};

/** The refused saves of a note, oldest first. What is added to a note names the same visit, so that none is found by it. */
async function refusedSaves(of: NoteId): Promise<ParkedCall[]> {
  return (await parkedCalls()).filter(({ name, input }) => name === 'documentation.save' && recordIn(input) === of);
}

/** What a person has to decide about a note, or null. */
export async function noteReview(NoteId: NoteId): Promise<NoteReview | null> {
  const saves = await refusedSaves(NoteId);
  const [first] = saves;
  if (!first) return null;
  const { id: CaseId, VisitId } = first.input as NoteToWrite & { id: CaseId };
  const visit = VisitId === null ? null : await readRow('visits', VisitId);
  const shown = await readNote(NoteId);
  const note = newest(
    shown,
    saves.map(({ current }) => VisitNote.safeParse(current).data),
  );
  const refused = saves.map(({ input, base, current }) => ({
    changes: NoteChanges.parse(input['changes']),
    base,
    current,
  }));
  const conflicts = sectionConflicts(refused, note);
  // Each refusal names its own sections; a person decides on all of them at once.
  const isMet = first.kind === 'conflict' && !note?.signedAt && conflicts.length > 0;
  const reason = isMet
    ? conflictSentence(
        conflicts.map(({ section }) => section),
        await areOwn(NoteId, conflicts),
      )
    : first.reason;
  return {
    of: { CaseId, NoteId, VisitId },
    visit,
    note,
    mids: saves.map(({ mid }) => mid),
    reason,
    since: first.madeAt,
    conflicts,
    origins: originsOf(refused),
  };
}

/** Whether this person wrote all that stands there now, in another window of this device. */
async function areOwn(record: string, conflicts: readonly SectionConflict[]): Promise<boolean> {
  const { gaveHere } = await Promise.resolve(import('../drafts/own-writes.ts'));
  for (const { section, theirs } of conflicts) {
    if (!(await gaveHere(device(), record, section, valueOfText(section, theirs)))) return false;
  }
  return true;
}

/** The server's word in a refusal may be newer than what was pulled. */
function newest(shown: VisitNote | undefined, said: (VisitNote | undefined)[]): VisitNote | undefined {
  return said.reduce((best, one) => (one && (!best || one.updated_at > best.updated_at) ? one : best), shown);
}

export type Resolved = { section: string; text: string; theirs: string };

/**
 * Saves what a person decided as one call that starts from what they saw, and settles the refused ones in the
 * same step. Where the note keeps its text everywhere there is nothing to save: mine is given up, on record.
 * `settles` is the draft of what was chosen; it goes with the last of them.
 */
export async function resolveNote(review: NoteReview, resolved: readonly Resolved[], settles?: Settles): Promise<void> {
  const { of, visit, note, mids, origins } = review;
  const changed = resolved.filter(({ text, theirs }) => text !== theirs);
  if (changed.length === 0) {
    for (const mid of mids)
      await discardCall(
        mid,
        'Compared with the note. The note did not change.',
        mid === mids.at(-1) ? settles : undefined,
      );
    return;
  }
  if (visit === undefined)
    fail('not-found', 'This visit is not on this device, so its note can’t be saved now. Your text is kept.');
  // Of a text whose origin no save of mine told, the note keeps its own.
  const from = changed.flatMap(({ section }) => originKey(section) ?? []).filter((field) => field in origins);
  const changes = Object.fromEntries([
    ...changed.map(({ section, text }) => [section, valueOfText(section, text) as NoteChanges[string]] as const),
    ...from.map((field) => [field, origins[field] ?? null] as const),
  ]);
  const base = Object.fromEntries([
    ...changed.map(({ section, theirs }) => [section, valueOfText(section, theirs)] as const),
    ...from.map((field) => [field, noteField(note, field)] as const),
  ]);
  const input = { id: of.CaseId, NoteId: of.NoteId, VisitId: of.VisitId, changes };
  await replaceCalls(mids, 'documentation.save', input, base, settles);
}

type Signing = 'documentation.sign' | 'documentation.cosign';

/** Why a note did not take the last signature of this device, where it was not as its signer saw it; or null. */
export async function signatureRefusal(name: Signing, NoteId: NoteId): Promise<string | null> {
  const refused = await refusedSignatures(name, NoteId);
  return refused.findLast(({ kind }) => kind === 'changed-elsewhere')?.reason ?? null;
}

/** Why a note cannot be signed while text of it was refused: the signature would be held back until that is decided. */
const undecided = 'Part of this note was not accepted. Compare both texts and decide before you sign.';

/** What keeps a note from being signed until a person decides about refused text, or null (chart.md 3: open conflict). */
export async function openConflict(NoteId: NoteId): Promise<string | null> {
  return (await refusedSaves(NoteId)).length > 0 ? undecided : null;
}

/** Signs what was shown, in the place of signatures that were refused before. `draft` holds the reasons. */
export async function signNote(
  name: Signing,
  id: NoteId,
  seen: SeenToSign,
  given: { reasons?: readonly SignReason[]; cosigner?: ProviderId | null; draft?: Settles | undefined } = {},
): Promise<void> {
  const { reasons = [], cosigner = null, draft } = given;
  // What was typed last may have been refused since the button was shown.
  if (name === 'documentation.sign' && (await openConflict(id)) !== null) fail('conflict', undecided);
  const refused = await refusedSignatures(name, id);
  const mids = refused.map(({ mid }) => mid);
  const asked = {
    id,
    ...(reasons.length > 0 && { reasons }),
    ...(cosigner !== null && { CosignerProviderId: cosigner }),
  };
  await replaceCalls(mids, name, asked, seen, draft);
}

async function refusedSignatures(name: Signing, NoteId: NoteId): Promise<ParkedCall[]> {
  return (await parkedCalls()).filter((call) => call.name === name && call.input['id'] === NoteId);
}
