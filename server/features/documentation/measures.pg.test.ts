import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { Place } from '#contract/measures/place.ts';
import { builtInMeasurement } from '#contract/measures/catalog/catalog.ts';
import { EvalMeasurementId } from '#contract/measures/ids.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { readCellRows } from './pdf/beside.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const { today } = cast.visits;
const gus = demoId('demo', 'case', 'gus');
const rosa = demoId('demo', 'case', 'rosa');
type As = Parameters<Commands>[2];
const pt: As = { as: 'pt' };

/** A measurement of the catalog as it is put on a case; none of these is on a case of the demo. */
function measure(CaseId: string, place: Partial<Place> = {}, key = 'rom.wrist.flexion') {
  const of = { EvalMeasurementId: builtInId(key), Side: 'L' as const, Mode: 'active' as const, ...place };
  return { ...of, CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId, ...of }) };
}
const [left, right] = [measure(gus), measure(gus, { Side: 'R' })];
const put = (add: object[], remove: string[] = [], as = pt, id: string = gus) =>
  call('documentation.saveMeasures', { id, add, remove } as never, as);
const write = (changes: object, more: object = {}) =>
  call('documentation.save', { id: gus, VisitId: today.inProgress, changes } as never, { ...pt, ...more } as As);
const value = ({ CaseEvalMeasurementId }: { CaseEvalMeasurementId: string }, name = 'Value') =>
  cellKey('measure', CaseEvalMeasurementId, name);
const live = async () => {
  const { case_eval_measurements: rows } = await call('measures.ofCase', { id: gus as never }, pt);
  return rows.filter(({ deleted_at }) => deleted_at === null).map((row) => String(row.CaseEvalMeasurementId));
};

test('measures of a case are a set: the same from two devices is one row, a removed one comes back with its values', async () => {
  const before = await live();
  await put([left, right]);
  const { case_eval_measurements: rows } = await put([right, left]);
  expect(rows.filter(({ EvalMeasurementId }) => EvalMeasurementId === left.EvalMeasurementId)).toHaveLength(2);
  expect(await live()).toEqual([...before, left.CaseEvalMeasurementId, right.CaseEvalMeasurementId]);
  await write({ [value(left)]: 70, [value(left, 'Pain')]: 2 });
  await put([], [left.CaseEvalMeasurementId]);
  await put([], [left.CaseEvalMeasurementId]);
  expect(await live()).toEqual([...before, right.CaseEvalMeasurementId]);
  await put([left]);
  const { case_eval_measurements: after } = await call('measures.ofCase', { id: gus as never }, pt);
  expect(after.at(-1)).toMatchObject({
    ...left,
    deleted_at: null,
    eval_responses: [{ NoteId: today.inProgress, Value: 70, Pain: 2, EndFeel: null, From: null }],
  });
  expect((await call('cases.get', { id: gus as never }, pt)).case_eval_measurements).toContainEqual(
    expect.objectContaining(left),
  );
});

test('values of a measure merge one by one, and are refused where the case does not have it, or no longer', async () => {
  await put([left]);
  await write({ [value(left)]: 70 });
  const { visitNote, conflicts } = await write(
    { [value(left)]: 65, [value(left, 'Pain')]: 3 },
    { base: { [value(left)]: 60, [value(left, 'Pain')]: null } },
  );
  expect(conflicts).toEqual([value(left)]);
  expect(visitNote.Cells).toMatchObject({ [value(left)]: 70, [value(left, 'Pain')]: 3 });
  const [ofOther] = [measure(rosa)];
  await put([ofOther], [], pt, rosa);
  await expect(write({ [value(ofOther)]: 70 })).rejects.toThrow('is not in this case, or was removed');
  await expect(write({ [value(right)]: 70 })).rejects.toThrow('is not in this case, or was removed');
  await put([], [left.CaseEvalMeasurementId]);
  await expect(write({ [value(left)]: 80 })).rejects.toThrow('is not in this case, or was removed');
  // What stands there stays, and does not keep other text from being saved.
  const saved = await write({ [value(left)]: 70, Plan: 'Stairs.' });
  expect(saved.visitNote).toMatchObject({ Cells: visitNote.Cells, Sections: { Plan: 'Stairs.' } });
});

test.each([
  ['what is not in the catalog', { EvalMeasurementId: builtInId('none') }, 'not in the library'],
  ['a side that it has not', { Side: null }, 'not measured on this side'],
  ['a mode that it has not', { Mode: 'resisted' }, 'not measured on this side or in this mode'],
  ['an id of its own', { CaseEvalMeasurementId: measure(rosa).CaseEvalMeasurementId }, 'does not follow'],
])('nothing is added under %s', async (_, odd, reason) => {
  const before = await live();
  await expect(put([right, { ...left, ...odd }])).rejects.toThrow(reason);
  expect(await live()).toEqual(before);
});

test('a case of another site, facility or hand is not changed, and nobody without the right adds', async () => {
  await expect(put([left], [], { as: 'front' })).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(put([], [measure(rosa).CaseEvalMeasurementId])).rejects.toThrow('not in this case');
  const nguyen = demoId('demo', 'case', 'nguyen');
  await expect(put([measure(nguyen)], [], { as: 'pta' }, nguyen)).rejects.toMatchObject({ kind: 'not-found' });
  const ada = demoId('demo2', 'case', 'ada');
  await expect(put([measure(ada)], [], pt, ada)).rejects.toMatchObject({ kind: 'not-found' });
  await expect(call('measures.ofCase', { id: ada as never }, pt)).rejects.toMatchObject({ kind: 'not-found' });
  await db.owner(`update providers set "NotesPermission" = 'N' where "ProviderId" = $1`, [cast.providers.maya]);
  await expect(put([left])).rejects.toMatchObject({ kind: 'no-permission' });
});

test('a value that is none of its measure keeps the note from being signed, and says why', async () => {
  const [of] = await db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [today.review]);
  const CaseId = of?.CaseId ?? '';
  const wrist = measure(CaseId);
  await put([wrist], [], pt, CaseId);
  const save = (changes: object) =>
    call('documentation.save', { id: CaseId, VisitId: today.review, changes } as never, pt);
  await save({ [value(wrist)]: '7o' });
  await expect(call('documentation.sign', { id: today.review }, pt)).rejects.toThrow(
    'Wrist flexion, left, active: Enter a whole number from -90 to 270 (°).',
  );
  await save({ [value(wrist)]: 70 });
  const { visitNote } = await call('documentation.sign', { id: today.review }, pt);
  expect(visitNote.Cells[value(wrist)]).toBe(70);
});

test('a value of a clinic’s own measure is judged as a built-in’s is, and is printed by its name', async () => {
  const [of] = await db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [today.review]);
  const CaseId = of?.CaseId ?? '';
  const own = { EvalMeasurementId: EvalMeasurementId.parse(demoId('demo', 'eval measurement', 'Anterior reach')) };
  const placed = { ...own, Side: 'L', Mode: null } as const;
  const reach = { ...placed, CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId, ...placed }) };
  await put([reach], [], pt, CaseId);
  const save = (changes: object) =>
    call('documentation.save', { id: CaseId, VisitId: today.review, changes } as never, pt);
  await save({ [value(reach)]: 500 });
  await expect(call('documentation.sign', { id: today.review }, pt)).rejects.toThrow(
    'Anterior reach, left: Enter a number from 0 to 150, in steps of 0.5 (cm).',
  );
  await save({ [value(reach)]: 61.5 });
  const { visitNote } = await call('documentation.sign', { id: today.review }, pt);
  const who = { site: 'demo', UserId: cast.users.pt, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
  const row = (await db.tx(who, (tx) => readCellRows(tx, [visitNote]))).get(reach.CaseEvalMeasurementId);
  expect([row?.name, row?.words('Value', 61.5)]).toEqual(['Anterior reach, left', '61.5 cm']);
});

test('an evaluation is signed only with a measure', async () => {
  const [of] = await db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [today.review]);
  const CaseId = of?.CaseId ?? '';
  const save = (changes: object) =>
    call('documentation.save', { id: CaseId, VisitId: today.review, changes } as never, pt);
  await db.owner(`update visit_notes set "Cells" = '{}' where "NoteId" = $1`, [today.review]);
  // Of Samira, whose goals the demo clinic set.
  const goal = cellKey('goal', demoId('demo', 'goal', 'samira long'), 'Status');
  await save({ NoteType: 'eval', History: 'h', PriorLevel: 'p', [goal]: 'new' });
  await expect(call('documentation.sign', { id: today.review }, pt)).rejects.toThrow('No measure is recorded.');
  const wrist = measure(CaseId);
  await put([wrist], [], pt, CaseId);
  await save({ [value(wrist)]: 70 });
  expect((await call('documentation.sign', { id: today.review }, pt)).visitNote.signedAt).not.toBeNull();
});

test('the catalog is told to whoever asks', async () => {
  const { evalMeasurements } = await call('measures.list', {}, { as: 'front' });
  expect(evalMeasurements.filter(({ EvalMeasurementId: id }) => builtInMeasurement(id))).toHaveLength(296);
  expect(evalMeasurements).toContainEqual(expect.objectContaining({ Name: 'Wrist flexion', Unit: '°' }));
});

test('a mark of the body chart is kept where it is on the body, and refused beside it', async () => {
  const key = cellKey('mark', randomUUID(), 'Mark');
  const mark = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: 'aching', Intensity: 4 };
  expect((await write({ [key]: mark })).visitNote.Cells).toMatchObject({ [key]: mark });
  await expect(write({ [key]: { ...mark, View: 'back' } })).rejects.toThrow('Body chart: Place the mark inside of');
  await expect(write({ [key]: { ...mark, Intensity: 11 } })).rejects.toMatchObject({ kind: 'invalid' });
  expect((await write({ [key]: null })).visitNote.Cells[key]).toBeNull();
});
