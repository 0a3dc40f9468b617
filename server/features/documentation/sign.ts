import { createHash } from 'node:crypto';
import { nothingBeside } from '#contract/documentation/beside.ts';
import { fail } from '#contract/base/errors.ts';
import { billedFirst, isMedicare } from '#contract/cases/payers-of-case.ts';
import { openAsks } from '#contract/charges/recorded-services.ts';
import type { Service } from '#contract/charges/service.ts';
import type { documentationEndpoints } from '#contract/documentation/endpoints.ts';
import {
  cosignRefusal,
  missingToSign,
  noteRefusal,
  signerRefusal,
  signStageRefusal,
  stageAfterSign,
} from '#contract/documentation/ready-to-sign.ts';
import { SignatureId as SignatureIdOf, type Signature } from '#contract/documentation/signature.ts';
import { signedContent } from '#contract/documentation/signed-content.ts';
import { explained, unexplained, unexplainedSentence } from '#contract/compliance/sign-warnings.ts';
import { changedSinceSeen, changedToSignSentence, SeenToSign } from '#contract/documentation/seen-to-sign.ts';
import { noCare, type CareToSign } from '#contract/documentation/care-to-sign.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Cells } from '#contract/flowsheet/merge-cells.ts';
import { exercisesToSign, noExercises, type ExercisesToSign } from '#contract/flowsheet/to-sign.ts';
import { holdExercises, rowsOfCase } from '#server/features/flowsheet/store.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { markAmendedClaims } from '#server/features/billing/store.ts';
import {
  addHistory,
  codesOn,
  lockServices,
  payersOfVisit,
  performersOf,
  readProvider,
  servicesOf,
  setStage,
} from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Caller, Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { besideNote } from './beside-note.ts';
import { cosigning, inPlaceOf } from './cosigners.ts';
import { holdById, holdOfVisit, ownerOf, type Held, type HeldNote } from './held-note.ts';
import { holdCare, warningsOf } from './goals-beside.ts';
import { putReasonOnCase } from './reason-on-case.ts';
import { cosignNote, insertSignature, readNoteLine, signNote } from './store.ts';
import { signerOf } from './writer.ts';

type DocumentationHandlers = Handlers<typeof documentationEndpoints>;

export const sign: DocumentationHandlers['sign'] = async (input, { tx, caller, base, newId, now }) => {
  const { id, reasons = [], CosignerProviderId: asked = null } = input;
  const held = await heldToSign(tx, id);
  const { note, visit, of } = held;
  if (note?.signedAt) fail('changed-elsewhere', 'This note is already signed.', { current: note });
  const stageRefusal = visit && isMain(note, visit) && signStageRefusal(visit.stage, note?.NoteType);
  if (stageRefusal) fail('user-visible', stageRefusal, { current: visit });
  const { provider, NotesPermission } = await signerOf(tx, caller, held);
  const { ProviderId } = provider;
  const refusal = noteRefusal(
    { signedAt: null, ProviderId: ownerOf(held) },
    { can: caller.can, ProviderId, NotesPermission },
  );
  if (refusal) fail('no-permission', refusal);
  const services = await servicesToSign(tx, held);
  const exercises = await cellsToSign(tx, held);
  const care = note ? await holdCare(tx, note) : noCare;
  await assertAsSeen(tx, { base, held, services, exercises, care }, 'signed');
  const missing = missingToSign(note, services, {
    ...(note ? await besideNote(tx, note, held) : nothingBeside),
    exercises: await sheetToSign(tx, held, services, exercises),
    charges: await asksToSign(tx, held, services),
  });
  if (missing.length > 0 || !note)
    fail('user-visible', `This note cannot be signed yet. ${missing.join(' ')}`, { current: visit });
  const notTheirs = signerRefusal(note, of.Discipline, provider.Type);
  if (notTheirs) fail('no-permission', notTheirs);
  const NoteDate = visit ? visit.Start.slice(0, 10) : note.NoteDate;
  const warnings = await warningsOf({ tx, caller, now }, { note: { ...note, NoteDate }, of, provider });
  const lacking = unexplained(warnings, reasons);
  if (lacking.length > 0)
    fail('changed-elsewhere', unexplainedSentence(lacking), { current: { visitNote: note, services } });
  const Warnings = explained(warnings, reasons);
  const cosign = await cosigning(tx, { note, of, NoteDate, signer: { provider, NotesPermission }, asked });
  // What is added to the note of a visit keeps the day it was written on; payers' rules are those of the visit's day.
  const signedOf = visit && isMain(note, visit) ? NoteDate : note.NoteDate;
  const visitNote = await signNote(tx, note.NoteId, { ProviderId, NoteDate: signedOf, ...cosign });
  await putReasonOnCase(tx, visitNote);
  const SignatureId = SignatureIdOf.parse(newId());
  const signed = { note: visitNote, services, exercises, care, provider };
  await keepSignature(tx, { SignatureId, Kind: 'author', Warnings, ...signed });
  await putOnRecord(tx, caller, { note, visit }, 'signed');
  if (visit && note.NoteType === 'addendum')
    await markAmendedClaims(tx, visit.VisitId, await servicesOf(tx, visit.VisitId));
  return { visitNote, visit: await moveOn(tx, { visit, note: visitNote }, caller) };
};

export const cosign: DocumentationHandlers['cosign'] = async ({ id }, { tx, caller, base, newId }) => {
  const held = await heldToSign(tx, id);
  const { note, visit } = held;
  const { provider, NotesPermission } = await signerOf(tx, caller, held);
  if (note?.cosignedAt) fail('changed-elsewhere', 'This note is already cosigned.', { current: note });
  const { ProviderId, Type } = provider;
  const refusal = cosignRefusal(note, held.of.Discipline, { ProviderId, Type, NotesPermission });
  if (refusal || !note) fail('user-visible', refusal ?? 'This note is gone.', { current: note });
  const services = await servicesToSign(tx, held);
  const exercises = await cellsToSign(tx, held);
  const care = await holdCare(tx, note);
  await assertAsSeen(tx, { base, held, services, exercises, care }, 'cosigned');
  const visitNote = await cosignNote(tx, note.NoteId, ProviderId);
  const SignatureId = SignatureIdOf.parse(newId());
  const signed = { note: visitNote, services, exercises, care, provider };
  await keepSignature(tx, { SignatureId, Kind: 'cosigner', Warnings: [], ...signed });
  await putOnRecord(tx, caller, { note, visit }, 'cosigned', await inPlaceOf(tx, note, ProviderId));
  return { visitNote, visit: await moveOn(tx, { visit, note: visitNote }, caller) };
};

/** A note is named by its own id; of a visit in which nothing is written, that is the id of the visit. */
async function heldToSign(tx: Tx, id: string): Promise<Held> {
  return (await readNoteLine(tx, id)) ? holdById(tx, id) : holdOfVisit(tx, id);
}

/** Whether it is the note of the visit, and not one that is added to it. */
function isMain(note: Pick<VisitNote, 'NoteId'> | undefined, visit: Visit): boolean {
  return note === undefined || note.NoteId === String(visit.VisitId);
}

async function servicesToSign(tx: Tx, { note, visit }: Held): Promise<Service[]> {
  return visit && isMain(note, visit) ? lockServices(tx, visit.VisitId) : [];
}

async function cellsToSign(tx: Tx, { note, visit }: Held): Promise<Cells> {
  return visit && isMain(note, visit) ? ((await holdExercises(tx, visit.VisitId))?.Cells ?? {}) : {};
}

async function sheetToSign(tx: Tx, { note, visit }: Held, services: Service[], cells: Cells): Promise<ExercisesToSign> {
  if (!visit || !isMain(note, visit)) return noExercises;
  const rows = await rowsOfCase(tx, visit.CaseId);
  return exercisesToSign({ rows, cells, services, isMedicare: isMedicare(await payersOfVisit(tx, visit)) });
}

async function asksToSign(tx: Tx, { visit }: Held, services: Service[]): Promise<string[]> {
  const provider = visit && services.length > 0 ? await readProvider(tx, visit.ProviderId) : undefined;
  if (!visit || !provider) return [];
  const codes = await codesOn(tx, visit.Start.slice(0, 10));
  const performers = await performersOf(tx, services);
  const payer = billedFirst(await payersOfVisit(tx, visit));
  return openAsks({ visit, entries: services, codes, provider, performers, payer });
}

type Signed = { note: VisitNote; services: Service[]; exercises: Cells; care: CareToSign; provider: Provider };
type ToKeep = Pick<Signature, 'SignatureId' | 'Kind' | 'Warnings'> & Signed;

async function keepSignature(tx: Tx, { note, services, exercises, care, provider, ...given }: ToKeep): Promise<void> {
  const { NoteId, CaseId, PatientId, FacilityId } = note;
  const ContentHash = createHash('sha256')
    .update(signedContent(note, services, exercises, care))
    .digest('hex');
  const of = { NoteId, CaseId, PatientId, FacilityId, ProviderId: provider.ProviderId };
  await insertSignature(tx, { ...given, ...of, ContentHash }, provider);
}

/** A signature is a deed of its own in the audit log, beside the fields of the note that it changes. */
async function putOnRecord(
  tx: Tx,
  caller: Caller,
  { note, visit }: Pick<HeldNote, 'note' | 'visit'>,
  deed: 'signed' | 'cosigned',
  word: string | null = null,
): Promise<void> {
  // Beside its main note a visit may have others, of which the history says what they are.
  const which = visit === null || isMain(note, visit) ? null : noteTypeNames[note.NoteType];
  const words = [which, word].filter((each) => each !== null).join('. ');
  if (visit) await addHistory(tx, visit, caller.UserId, { action: deed, note: words || null });
  await audit(tx, caller.site, {
    UserId: caller.UserId,
    entity: 'visitNotes',
    pk: note.NoteId,
    PatientId: note.PatientId,
    detail: note.VisitId === null ? {} : { VisitId: note.VisitId },
    action: deed === 'signed' ? 'sign' : 'cosign',
  });
}

type ToSign = { base: Ctx['base']; held: Held; services: Service[]; exercises: Cells; care: CareToSign };

/** Nobody signs what they have not read: the note and its services are as the signer's screen showed them. */
async function assertAsSeen(
  tx: Tx,
  { base, held, services, exercises, care }: ToSign,
  deed: 'signed' | 'cosigned',
): Promise<void> {
  const seen = SeenToSign.safeParse(base);
  if (!seen.success) fail('invalid', `The earlier version of this note could not be read. The note is not ${deed}.`);
  const { note, visit } = held;
  const codes = visit ? await codesOn(tx, visit.Start.slice(0, 10)) : [];
  const changed = changedSinceSeen(seen.data, note, services, codes, exercises, care);
  if (changed.length === 0) return;
  const current = { visitNote: note ?? null, services };
  fail('changed-elsewhere', changedToSignSentence(changed, deed), { current });
}

/** To billing once nothing is missing, else to review; a visit that is further on stays where it is. */
async function moveOn(
  tx: Tx,
  { visit, note }: { visit: Visit | null; note: VisitNote },
  caller: Caller,
): Promise<Visit | null> {
  if (!visit || !isMain(note, visit) || (visit.stage !== 'inProgress' && visit.stage !== 'review')) return visit;
  const cosignMissing = note.cosignRequired && !note.cosignedAt;
  const to = stageAfterSign(cosignMissing, await servicesOf(tx, visit.VisitId));
  if (to === visit.stage) return visit;
  const moved = await setStage(tx, visit.VisitId, to);
  await addHistory(tx, visit, caller.UserId, { action: 'moved', from: visit.stage, to });
  return moved;
}
