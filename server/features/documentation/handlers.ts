import { fail } from '#contract/base/errors.ts';
import { permissionDenied } from '#contract/base/permissions.ts';
import type { Service } from '#contract/charges/service.ts';
import { conflictSentence } from '#contract/documentation/conflict-sentence.ts';
import type { documentationEndpoints } from '#contract/documentation/endpoints.ts';
import { newNote } from '#contract/documentation/new-note.ts';
import {
  cosignNeeded,
  cosignRefusal,
  missingToSign,
  noteRefusal,
  signStageRefusal,
  stageAfterSign,
} from '#contract/documentation/ready-to-sign.ts';
import { changedSinceSeen, changedToSignSentence, SeenToSign } from '#contract/documentation/seen-to-sign.ts';
import { noteSections, type VisitNote } from '#contract/documentation/visit-note.ts';
import { notesPermissionFor } from '#contract/providers/notes-permission.ts';
import type { NotesPermission, Provider } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readCase } from '#server/features/patients/store.ts';
import {
  addHistory,
  codesOn,
  holdNote,
  lockServices,
  lockVisit,
  payersOfVisit,
  readProvider,
  servicesOf,
  setStage,
  siteSettings,
} from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Caller, Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { mergeSections } from './merge-sections.ts';
import { cosignNote, notesOfCase, signNote, storeNote } from './store.ts';

export const documentationHandlers: Handlers<typeof documentationEndpoints> = {
  async list({ id }, { tx }) {
    if (!(await readCase(tx, id))) fail('not-found', 'This case was not found, or you can’t see it.');
    return { visitNotes: await notesOfCase(tx, id) };
  },

  async save({ id, VisitId, changes }, { tx, caller, base }) {
    const visit = await assertVisit(tx, VisitId);
    if (visit.CaseId !== id.toLowerCase()) fail('not-found', notFound);
    const note = await holdNote(tx, VisitId);
    const current = note ?? newNote(visit);
    const writer = { can: caller.can, ...(await writerOf(tx, caller, visit)) };
    const refusal = noteRefusal({ signedAt: current.signedAt, ProviderId: visit.ProviderId }, writer);
    if (refusal) fail(current.signedAt ? 'conflict' : 'no-permission', refusal, { current: note });
    const { merged, conflicts } = mergeSections(current, changes, base);
    const isChanged = noteSections.some((section) => merged[section] !== current[section]);
    if (conflicts.length > 0 && !isChanged) fail('conflict', conflictSentence(conflicts), { current: note });
    return { visitNote: await storeNote(tx, { ...current, ...merged }), conflicts };
  },

  async sign({ id }, { tx, caller, base }) {
    const visit = await assertVisit(tx, id);
    const note = await holdNote(tx, id);
    if (note?.signedAt) fail('changed-elsewhere', 'This note is already signed.', { current: note });
    const stageRefusal = signStageRefusal(visit.stage);
    if (stageRefusal) fail('user-visible', stageRefusal, { current: visit });
    const { provider, NotesPermission } = await signerOf(tx, caller, visit);
    const { ProviderId } = provider;
    const refusal = noteRefusal(
      { signedAt: null, ProviderId: visit.ProviderId },
      { can: caller.can, ProviderId, NotesPermission },
    );
    if (refusal) fail('no-permission', refusal);
    const services = await lockServices(tx, id);
    await assertAsSeen(tx, { base, visit, note, services }, 'signed');
    const missing = missingToSign(note, services);
    if (missing.length > 0)
      fail('user-visible', `This note cannot be signed yet. ${missing.join(' ')}`, { current: visit });
    const cosignRequired = cosignNeeded(provider.Type, NotesPermission);
    const visitNote = await signNote(tx, id, ProviderId, cosignRequired);
    await addHistory(tx, visit, caller.UserId, { action: 'signed' });
    await audit(tx, caller.site, { ...aboutNote(visit, caller), action: 'sign' });
    return { visitNote, visit: await moveOn(tx, visit, caller, visitNote) };
  },

  async cosign({ id }, { tx, caller, base }) {
    const visit = await assertVisit(tx, id);
    const { provider, NotesPermission } = await signerOf(tx, caller, visit);
    const note = await holdNote(tx, id);
    if (note?.cosignedAt) fail('changed-elsewhere', 'This note is already cosigned.', { current: note });
    const refusal = cosignRefusal(note, { ProviderId: provider.ProviderId, Type: provider.Type, NotesPermission });
    if (refusal) fail('user-visible', refusal, { current: note });
    await assertAsSeen(tx, { base, visit, note, services: await lockServices(tx, id) }, 'cosigned');
    const visitNote = await cosignNote(tx, id, provider.ProviderId);
    await addHistory(tx, visit, caller.UserId, { action: 'cosigned' });
    await audit(tx, caller.site, { ...aboutNote(visit, caller), action: 'cosign' });
    return { visitNote, visit: await moveOn(tx, visit, caller, visitNote) };
  },
};

/** A signature is a deed of its own in the audit log, beside the fields of the note that it changes. */
function aboutNote({ VisitId, PatientId }: Visit, { UserId }: Caller) {
  return { UserId, entity: 'visitNotes', pk: VisitId, PatientId, detail: { VisitId } };
}

type ToSign = { base: Ctx['base']; visit: Visit; note: VisitNote | undefined; services: Service[] };

/** Nobody signs what they have not read: the note and its services are as the signer's screen showed them. */
async function assertAsSeen(tx: Tx, { base, visit, note, services }: ToSign, deed: 'signed' | 'cosigned') {
  const seen = SeenToSign.safeParse(base);
  if (!seen.success) fail('invalid', `The earlier version of this note could not be read. The note is not ${deed}.`);
  const codes = await codesOn(tx, visit.Start.slice(0, 10));
  const changed = changedSinceSeen(seen.data, note, services, codes);
  if (changed.length === 0) return;
  const current = { visitNote: note ?? null, services };
  fail('changed-elsewhere', changedToSignSentence(changed, deed), { current });
}

const notFound = 'This visit was not found, or you can’t see it.';

async function assertVisit(tx: Tx, id: string): Promise<Visit> {
  const visit = await lockVisit(tx, id);
  if (!visit) fail('not-found', notFound);
  return visit;
}

/** What the provider behind a user may do with the note of this visit; null for staff who treat nobody. */
async function writerOf(
  tx: Tx,
  caller: Caller,
  visit: Visit,
): Promise<{ ProviderId: string | null; NotesPermission: NotesPermission | null }> {
  if (!caller.ProviderId) return { ProviderId: null, NotesPermission: null };
  const { provider, NotesPermission } = await signerOf(tx, caller, visit);
  return { ProviderId: provider.ProviderId, NotesPermission };
}

async function signerOf(
  tx: Tx,
  caller: Caller,
  visit: Visit,
): Promise<{ provider: Provider; NotesPermission: NotesPermission }> {
  const provider = caller.ProviderId ? await readProvider(tx, caller.ProviderId) : undefined;
  if (!provider) fail('no-permission', permissionDenied);
  const payerIds = (await payersOfVisit(tx, visit)).map((payer) => payer.PayerId);
  const { settings } = await siteSettings(tx);
  const onlyPrimary = settings['use_only_primary_payer_notes_permission'] === true;
  return { provider, NotesPermission: notesPermissionFor(provider, payerIds, onlyPrimary) };
}

/** To billing once nothing is missing, else to review; a visit that is further on stays where it is. */
async function moveOn(tx: Tx, visit: Visit, caller: Caller, note: VisitNote): Promise<Visit> {
  if (visit.stage !== 'inProgress' && visit.stage !== 'review') return visit;
  const cosignMissing = note.cosignRequired && !note.cosignedAt;
  const to = stageAfterSign(cosignMissing, await servicesOf(tx, visit.VisitId));
  if (to === visit.stage) return visit;
  const moved = await setStage(tx, visit.VisitId, to);
  await addHistory(tx, visit, caller.UserId, { action: 'moved', from: visit.stage, to });
  return moved;
}
