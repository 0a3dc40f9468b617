import { fail } from '#contract/base/errors.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import {
  cellConflictSentence,
  keptCell,
  mergedCells,
  type CellChange,
  type Cells,
} from '#contract/flowsheet/merge-cells.ts';
import type { flowsheetEndpoints } from '#contract/flowsheet/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { assertNotesOfCase, writerOf } from '#server/features/documentation/store.ts';
import { readCase } from '#server/features/patients/store.ts';
import { holdNote, lockVisit } from '#server/features/visits/store.ts';
import type { Caller, Handlers, Tx } from '#server/kit/context.ts';
import { unknownIds } from '#server/kit/db/rows.ts';
import { holdExercises, rowsOfCase, storeExercises } from './store.ts';

export const frozenSentence = 'This visit’s note is signed, so its flowsheet can’t change. Your values were not saved.';

const notInCase = 'An exercise is not in the flowsheet of this case. Nothing was changed.';

export const flowsheetHandlers: Handlers<typeof flowsheetEndpoints> = {
  async save({ id, cells }, { tx, caller, base }) {
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', 'This visit was not found, or you can’t see it.');
    const before = await holdExercises(tx, id);
    await assertMayWrite(tx, caller, visit, before);
    const known = new Set((await rowsOfCase(tx, visit.CaseId)).map(({ CaseExerciseId }) => CaseExerciseId));
    const current = before ?? null;
    await assertNamed(tx, visit.CaseId, cells, before?.Cells ?? {});
    const { merged, conflicts, isChanged } = mergedCells(before?.Cells ?? {}, cells, base, (row) => known.has(row));
    if (conflicts.length > 0 && !isChanged) {
      if (!conflicts.some((row) => known.has(row))) fail('not-found', notInCase, { current });
      fail('conflict', cellConflictSentence(conflicts.length), { current });
    }
    const { VisitId, CaseId, PatientId, FacilityId } = visit;
    return {
      visitExercises: await storeExercises(tx, { VisitId, CaseId, PatientId, FacilityId, Cells: merged }),
      conflicts,
    };
  },
};

/** Fails where a cell names somebody who is no provider of the site, or a note of another case. */
async function assertNamed(tx: Tx, CaseId: string, cells: readonly CellChange[], now: Cells): Promise<void> {
  const changed = cells.filter(({ CaseExerciseId: row, Cell }) => !isSameValue(keptCell(Cell), keptCell(now[row])));
  const performers = changed.flatMap(({ Cell }) => Cell?.ProviderId ?? []);
  if ((await unknownIds(tx, 'providers', performers)).length > 0)
    fail('user-visible', 'The person who gave an exercise was not found. Choose another one.');
  await assertNotesOfCase(
    tx,
    CaseId,
    changed.flatMap(({ Cell }) => Cell?.From?.NoteId ?? []),
  );
}

/** Who may write the note of a visit may write its flowsheet, until that note is signed. */
async function assertMayWrite(tx: Tx, caller: Caller, visit: Visit, current: unknown): Promise<void> {
  const note = await holdNote(tx, visit.VisitId);
  if (note?.signedAt) fail('conflict', frozenSentence, { current });
  const of = await readCase(tx, visit.CaseId);
  if (!of) fail('not-found', 'This case was not found, or you can’t see it.');
  const writer = { can: caller.can, ...(await writerOf(tx, caller, { of })) };
  const refusal = noteRefusal({ signedAt: null, ProviderId: visit.ProviderId }, writer);
  if (refusal) fail('no-permission', refusal, { current });
}
