import { fail } from '#contract/base/errors.ts';
import { counted } from '#contract/base/nouns.ts';
import { exerciseById } from '#contract/exercises/library.ts';
import type { caseExercise } from '#contract/flowsheet/case-exercise.ts';
import { signedRowRefusals } from '#contract/flowsheet/signed-row.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { isRowSigned, visitsWithCell } from './store.ts';

/** A planned dose is one that can be read; a row that visits say something of stays, and a signed one is the same exercise. */
export const caseExerciseHooks: RecordHooks<typeof caseExercise> = {
  async refuses(row, { ctx: { tx, caller }, before }) {
    const { Dose, ExerciseId, CaseId, CaseExerciseId } = row;
    await assertMayWriteCare(tx, caller, row);
    const [other] = before ? Object.values(signedRowRefusals(row, before)) : [];
    if (other && (await isRowSigned(tx, CaseId, CaseExerciseId)))
      fail('conflict', `${other} Nothing was changed.`, { current: before });
    const read = Dose === null || Dose === before?.Dose ? null : parseDose(Dose);
    if (read?.kind === 'problem') return { Dose: read.problem };
    if (read?.kind === 'skipped') return { Dose: 'A planned dose can’t be skipped. Leave it empty.' };
    if (!before && ExerciseId !== null && !exerciseById(ExerciseId)) return { Name: 'This exercise was not found.' };
    return {};
  },

  async keeps({ CaseId, CaseExerciseId, Name }, { tx, caller }) {
    await assertMayWriteCare(tx, caller, { CaseId });
    const visits = await visitsWithCell(tx, CaseId, CaseExerciseId);
    return visits > 0 ? `${Name} was recorded in ${counted(visits, 'visit')}. Stop it instead.` : null;
  },
};
