import { fail } from '#contract/base/errors.ts';
import { holds } from '#contract/base/permissions.ts';
import { conflictSentence } from '#contract/documentation/conflict-sentence.ts';
import type { documentationEndpoints } from '#contract/documentation/endpoints.ts';
import { changesRefusal, removalRefusal } from '#contract/documentation/judgment.ts';
import { mergedNote, withOrigins } from '#contract/documentation/merge-note.ts';
import { newNote } from '#contract/documentation/new-note.ts';
import { newNoteRefusal, noteOfCase, otherKindRefusal } from '#contract/documentation/note-of-case.ts';
import { addendumRefusal, noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import { dayMade } from '#server/features/compliance/store.ts';
import { outcomesOfNote } from '#server/features/outcomes/store.ts';
import { keptForAlert } from '#contract/outcomes/needs-alert.ts';
import { readCase } from '#server/features/patients/store.ts';
import { holdNote } from '#server/features/visits/store.ts';
import type { Caller, Handlers, Tx } from '#server/kit/context.ts';
import { assertCellRows } from './cell-rows.ts';
import { assertCosigner } from './cosigners.ts';
import { holdById, holdOfVisit, ownerOf, type Held } from './held-note.ts';
import { pdf } from './pdf/pdf.ts';
import { saveMeasures } from './save-measures.ts';
import { cosign, sign } from './sign.ts';
import { notesOfCase, notesToCosign, removeNote, storeNote, unsignedNotesOf } from './store.ts';
import { writerOf } from './writer.ts';

const noCase = 'This case was not found, or you can’t see it.';

export const documentationHandlers: Handlers<typeof documentationEndpoints> = {
  async list({ id }, { tx }) {
    if (!(await readCase(tx, id))) fail('not-found', noCase);
    return { visitNotes: await notesOfCase(tx, id) };
  },

  async toDo(_, { tx, caller }) {
    const by = caller.ProviderId ?? null;
    // Who treats nobody sees what the clinic waits for.
    const seesCosigning = by === null || holds(caller.can, 'cosign notes');
    const [unsigned, toCosign] = await Promise.all([
      unsignedNotesOf(tx, by),
      seesCosigning ? notesToCosign(tx, by) : [],
    ]);
    return { unsigned, toCosign };
  },

  async create(input, { tx, caller, now }) {
    const of = (await readCase(tx, input.CaseId)) ?? fail('not-found', noCase);
    if (await holdNote(tx, input.NoteId)) fail('conflict', 'This note is there already.');
    const parent = input.ParentNoteId === null ? null : await holdNote(tx, input.ParentNoteId);
    const refusal = newNoteRefusal(input, parent);
    if (refusal) fail('user-visible', refusal);
    if (input.NoteDate > (await dayMade(tx, now))) fail('user-visible', 'The day of this note is in the future.');
    const note = noteOfCase({ ...input, CaseId: of.CaseId }, of, parent ?? null, caller.ProviderId);
    await assertMayWrite(tx, caller, { note: { ...note, updated_at: '' }, visit: null, of });
    const notTheirs = parent && addendumRefusal(parent, { can: caller.can, ...(await writerOf(tx, caller, { of })) });
    if (notTheirs) fail('no-permission', notTheirs);
    return { visitNote: await storeNote(tx, note) };
  },

  async remove({ id }, { tx, caller }) {
    const held = await holdById(tx, id);
    await assertMayWrite(tx, caller, held);
    const judged = removalRefusal(held.note, caller.ProviderType);
    if (judged) fail('no-permission', judged, { current: held.note });
    const kept = keptForAlert(await outcomesOfNote(tx, held.note));
    if (kept) fail('user-visible', kept, { current: held.note });
    await removeNote(tx, held.note.NoteId);
    return { removed: true as const };
  },

  async save({ id, NoteId, VisitId, changes: given }, { tx, caller, base }) {
    const changes = withOrigins(given);
    const held = await heldToSave(tx, NoteId, VisitId);
    if (held.of.CaseId !== id.toLowerCase()) fail('not-found', 'This note was not found, or you can’t see it.');
    const current = held.note ?? begun(held, caller);
    await assertMayWrite(tx, caller, held);
    const otherKind = otherKindRefusal(current, changes);
    if (otherKind) fail('user-visible', `${otherKind} Nothing was changed.`, { current: held.note });
    const judged = changesRefusal(current, changes, caller.ProviderType);
    if (judged) fail('no-permission', `${judged} Nothing was changed.`, { current: held.note });
    await assertCosigner(tx, held.of, changes['CosignerProviderId']);
    await assertCellRows(tx, { of: held.of, now: current, changes, by: caller });
    const { merged, conflicts, isChanged } = mergedNote(current, changes, base);
    if (conflicts.length > 0 && !isChanged) fail('conflict', conflictSentence(conflicts), { current: held.note });
    return { visitNote: await storeNote(tx, merged), conflicts };
  },

  saveMeasures,
  sign,
  cosign,
  pdf,
};

/** Apps of before named the visit; whoever names the note of a visit means the visit where nothing is written yet. */
function heldToSave(tx: Tx, NoteId: string | undefined, VisitId: string | null): Promise<Held> {
  const isOfVisit = VisitId !== null && (NoteId === undefined || NoteId === VisitId);
  if (isOfVisit) return holdOfVisit(tx, VisitId);
  return NoteId === undefined ? fail('invalid', 'The call names neither a note nor a visit.') : holdById(tx, NoteId);
}

function begun({ visit }: Held, caller: Caller) {
  if (!visit) throw new Error('A note that was held is gone');
  return { ...newNote(visit), ProviderId: (caller.ProviderId ?? null) as never };
}

async function assertMayWrite(tx: Tx, caller: Caller, held: Held): Promise<void> {
  const writer = { can: caller.can, ...(await writerOf(tx, caller, held)) };
  const signedAt = held.note?.signedAt ?? null;
  const refusal = noteRefusal({ signedAt, ProviderId: ownerOf(held) }, writer);
  if (refusal) fail(signedAt ? 'conflict' : 'no-permission', refusal, { current: held.note });
}
