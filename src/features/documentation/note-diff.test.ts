import { afterEach, expect, test } from 'vitest';
import { CaseExerciseId } from '#contract/base/ids.ts';
import { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import { VisitExercises } from '#contract/flowsheet/visit-exercises.ts';
import { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { seenToSign } from '#contract/documentation/seen-to-sign.ts';
import { episode, noteRow, stamp, testId, visit } from '#contract/testing/rows.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { park } from '#local/testing/park.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { signDiff } from './note-diff.ts';

afterEach(() => lockDevice());

const rowId = (n: number) => CaseExerciseId.parse(testId(200 + n));
const cell = (typed: string) => typedCell(emptyCell, parseDose(typed)) ?? emptyCell;
const of = { CaseId: episode.CaseId, PatientId: episode.PatientId, updated_at: stamp };
const exercise = (n: number, Name: string) =>
  CaseExercise.parse({
    ...of,
    CaseExerciseId: rowId(n),
    ExerciseId: null,
    Name,
    CPT_Code: '97110',
    Dose: null,
    Precaution: null,
    SortOrder: n,
    StoppedOn: null,
  });
const note = noteRow({ Plan: 'Stairs.' });
const cells = { [rowId(1)]: cell('3x10'), [rowId(2)]: cell('2x8') };
const column = VisitExercises.parse({ ...of, VisitId: visit.VisitId, FacilityId: visit.FacilityId, Cells: cells });
const score = OutcomeResponse.parse({
  ...of,
  OutcomeResponseId: testId(92),
  NoteId: note.NoteId,
  MeasureKey: 'phq9',
  Version: 1,
  Date: '2026-11-18',
  Answers: null,
  Score: 7,
  CorrectsId: null,
  EnteredBy: 'staff',
  SurveySendId: null,
});

/** What is shown of a signature of the note that was refused, by what its signer had seen. */
async function diffOf(seen: ReturnType<typeof seenToSign>) {
  const caseExercises = [exercise(1, 'Bridge'), exercise(2, 'Clamshell')];
  const clinic = await openClinic({
    visitNotes: [note],
    caseExercises,
    visitExercises: [column],
    outcomeResponses: [score],
  });
  await queueWrite('documentation.sign', { id: note.NoteId }, seen);
  await park(clinic.device, 1, { kind: 'changed-elsewhere' });
  const [call] = await parkedCalls();
  return call && signDiff(call);
}

const { NoteId, MeasureKey, Version, Date, Answers, Score, CorrectsId } = score;
const outcomes = { [score.OutcomeResponseId]: { NoteId, MeasureKey, Version, Date, Answers, Score, CorrectsId } };
const care = { goals: {}, plans: {}, outcomes };

test('a flowsheet and scores as their signer saw them are no change', async () => {
  expect(await diffOf(seenToSign(note, [], cells, care))).toBeNull();
});

test('cells that changed are told by their exercises, and a score by its measure', async () => {
  const seen = { [rowId(1)]: cell('3x10'), [rowId(2)]: cell('2x6') };
  expect(await diffOf(seenToSign(note, [], seen, { ...care, outcomes: {} }))).toEqual([
    { name: 'Flowsheet', mine: 'Clamshell 2x6', now: 'Clamshell 2x8' },
    { name: 'Outcome measures', mine: 'Empty', now: 'Patient Health Questionnaire-9 7 of 27, 11/18/2026' },
  ]);
});
