import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CaseExerciseId } from '#contract/base/ids.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import type { VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const { today } = cast.visits;
const samira = demoId('demo', 'case', 'samira');
const pt = { as: 'pt' } as const;
const rowId = (n: number) => `01990000-0000-7000-8000-00000077${String(n).padStart(4, '0')}` as CaseExerciseId;
const cell = (typed: string): VisitCell => typedCell(emptyCell, parseDose(typed)) ?? emptyCell;
const [one, two, three] = [cell('3x10'), cell('3x12'), cell('3x15')];

const row = (n: number, more: object = {}) =>
  ({
    CaseExerciseId: rowId(n),
    CaseId: samira,
    ExerciseId: null,
    Name: `Exercise ${n}`,
    CPT_Code: '97110',
    Dose: '3x10',
    Precaution: null,
    SortOrder: n,
    StoppedOn: null,
    ...more,
  }) as InputOf<'flowsheet.createCaseExercise'>;
const save = (cells: [number, VisitCell | null][], base: [number, VisitCell | null][], id: string = today.review) =>
  call(
    'flowsheet.save',
    { id, cells: cells.map(([n, Cell]) => ({ CaseExerciseId: rowId(n), Cell })) },
    { ...pt, base: Object.fromEntries(base.map(([n, was]) => [rowId(n), was])) },
  );

async function addRows(): Promise<void> {
  await call('flowsheet.createCaseExercise', row(1), pt);
  await call('flowsheet.createCaseExercise', row(2), pt);
}

test('cells are merged one by one: two devices on one cell, and others stay', async () => {
  await addRows();
  const first = await save([[1, one]], [[1, null]]);
  expect(first.visitExercises).toMatchObject({ CaseId: samira, Cells: { [rowId(1)]: one } });
  // Another device started from the empty cell too.
  const both = await save(
    [
      [1, two],
      [2, three],
    ],
    [
      [1, null],
      [2, null],
    ],
  );
  expect(both.conflicts).toEqual([rowId(1)]);
  expect(both.visitExercises.Cells).toEqual({ [rowId(1)]: one, [rowId(2)]: three });
  await expect(save([[1, two]], [[1, null]])).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('1 cell of this flowsheet changed'),
    current: { Cells: both.visitExercises.Cells },
  });
  const emptied = await save([[1, null]], [[1, one]]);
  expect(emptied.visitExercises.Cells).toEqual({ [rowId(2)]: three });
});

test('a row that was removed holds no other cell of its call back', async () => {
  await addRows();
  const both = await save(
    [
      [1, one],
      [9, two],
    ],
    [
      [1, null],
      [9, null],
    ],
  );
  expect(both.conflicts).toEqual([rowId(9)]);
  expect(both.visitExercises.Cells).toEqual({ [rowId(1)]: one });
  // Nothing is lost of an emptied cell, whatever became of its row.
  const emptied = await save(
    [
      [1, two],
      [9, null],
    ],
    [
      [1, one],
      [9, two],
    ],
  );
  expect(emptied.conflicts).toEqual([]);
  const neither = save(
    [
      [1, three],
      [9, two],
    ],
    [
      [1, one],
      [9, null],
    ],
  );
  await expect(neither).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('2 cells of this flowsheet changed'),
    current: { Cells: { [rowId(1)]: two } },
  });
});

test('a row that is not of the case and a visit of another site take nothing', async () => {
  await addRows();
  await expect(save([[9, one]], [[9, null]])).rejects.toMatchObject({ kind: 'not-found' });
  await expect(save([[1, one]], [], cast2.visits.today.review)).rejects.toMatchObject({ kind: 'not-found' });
  await expect(save([[1, one]], [], today.inProgress)).rejects.toMatchObject({ kind: 'not-found' });
  expect(await db.owner('select from visit_exercises where "Cells" ? $1', [rowId(1)])).toEqual([]);
});

test('who may not write the note may not write its flowsheet', async () => {
  await addRows();
  const input = { id: today.review, cells: [] } as InputOf<'flowsheet.save'>;
  await expect(call('flowsheet.save', input, { as: 'front' })).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(call('flowsheet.save', input, { as: 'pta' })).rejects.toMatchObject({ kind: 'no-permission' });
});

test('a planned dose that cannot be read is refused, and an exercise that visits have stays', async () => {
  await expect(call('flowsheet.createCaseExercise', row(1, { Dose: 'a lot' }), pt)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('“a” is not part of a dose'),
  });
  const unknown = row(1, { ExerciseId: '01990000-0000-7000-8000-000000000001' });
  await expect(call('flowsheet.createCaseExercise', unknown, pt)).rejects.toMatchObject({ kind: 'invalid' });
  await addRows();
  await save([[1, one]], [[1, null]]);
  await expect(call('flowsheet.removeCaseExercise', { id: rowId(1) }, pt)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Exercise 1 was recorded in 1 visit. Stop it instead. Nothing was removed.',
  });
  expect(await call('flowsheet.removeCaseExercise', { id: rowId(2) }, pt)).toEqual({ removed: true });
});

test('what was signed with the note is what was seen, stays, and is in the hash of the signature', async () => {
  await addRows();
  const sections = { Subjective: '', Objective: '', Assessment: 'Better', Plan: 'Go on' };
  await call('documentation.save', { id: samira, VisitId: today.review, changes: sections }, pt);
  await save([[1, cell('felt good')]], [[1, null]]);
  const { visitNotes } = await call('documentation.list', { id: samira }, pt);
  const note = visitNotes.find(({ VisitId }) => VisitId === today.review);
  if (!note) throw new Error('No note');
  const sign = (exercises: object) => call('documentation.sign', { id: note.NoteId }, { ...pt, base: { exercises } });
  await expect(sign({ [rowId(1)]: cell('felt good') })).rejects.toMatchObject({
    message: expect.stringContaining('Exercise 1: “felt” is not part of a dose'),
  });
  await save([[1, one]], [[1, cell('felt good')]]);
  await expect(sign({})).rejects.toMatchObject({
    kind: 'changed-elsewhere',
    message: expect.stringContaining('Flowsheet'),
  });
  const { visitNote } = await sign({ [rowId(1)]: one });
  expect(visitNote.signedAt).not.toBeNull();
  await expect(save([[1, two]], [[1, one]])).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('signed'),
  });
  const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
  const past = db.tx(who, (tx) =>
    tx.run(`update visit_exercises set "Cells" = '{}' where "VisitId" = $1`, [today.review]),
  );
  await expect(past).rejects.toThrow('stays as it was signed');
});

test('an exercise of a signed visit keeps its name and code, also for who sees none of its visits', async () => {
  await addRows();
  await save([[1, one]], [[1, null]]);
  const change = (changes: object, id = rowId(1)) => call('flowsheet.updateCaseExercise', { id, changes }, pt);
  await change({ Name: 'Bridge', CPT_Code: '97112' });
  await db.owner(
    `insert into visit_notes (site, "NoteId", "VisitId", "CaseId", "PatientId", "FacilityId", "NoteType", "NoteDate", "signedAt")
     select site, "VisitId", "VisitId", "CaseId", "PatientId", "FacilityId", 'daily', left("Start", 10)::date, now()
     from visits where site = 'demo' and "VisitId" = $1
     on conflict (site, "NoteId") do update set "signedAt" = now()`,
    [today.review],
  );
  const frozen = {
    kind: 'conflict',
    message: 'A signed visit has this exercise. Stop it and add another. Nothing was changed.',
    current: { Name: 'Bridge', CPT_Code: '97112' },
  };
  const stays = async () => {
    await expect(change({ Name: 'Squat' })).rejects.toMatchObject(frozen);
    await expect(change({ CPT_Code: null, SortOrder: 3 })).rejects.toMatchObject(frozen);
    await expect(call('flowsheet.removeCaseExercise', { id: rowId(1) }, pt)).rejects.toThrow('recorded in 1 visit');
  };
  await stays();
  await db.owner(`update users set "providerIds" = '{}' where site = 'demo' and "UserId" = $1`, [cast.users.pt]);
  await stays();
  const stopped = { Name: 'Bridge', Dose: '3x12', StoppedOn: '2026-11-18', SortOrder: 4 };
  expect((await change(stopped)).caseExercise).toMatchObject({ ...stopped, CPT_Code: '97112' });
  expect((await change({ Name: 'Squat' }, rowId(2))).caseExercise).toMatchObject({ Name: 'Squat' });
});

test('a visit with a flowsheet is not removed', async () => {
  await addRows();
  await save([[1, one]], [[1, null]]);
  await expect(
    call('visits.remove', { id: today.review, deletionReason: 'x' } as InputOf<'visits.remove'>, { as: 'front' }),
  ).rejects.toMatchObject({ kind: 'user-visible' });
});
