import { afterAll, beforeAll, expect, test } from 'vitest';
import { CaseId, uuidFrom } from '#contract/base/ids.ts';
import { EvalMeasurementId } from '#contract/measures/ids.ts';
import { caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { evalTemplateRow } from '#contract/testing/templates.ts';
import { reachRow } from '#contract/testing/measures.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

let made = 0;
const newId = () => uuidFrom(1_791_000_000_000, new Uint8Array(10).fill((made += 1)));
const { updated_at: _at, ...fields } = reachRow;
const admin = { as: 'admin' } as const;
const of = CaseId.parse(demoId('demo', 'case', 'rosa'));

async function newMeasure(changes: object = {}) {
  const input = {
    ...fields,
    Name: `Reach ${made + 1}`,
    ...changes,
    EvalMeasurementId: EvalMeasurementId.parse(newId()),
  };
  return (await call('measures.createEvalMeasurement', input, admin)).evalMeasurement;
}

const placed = (id: EvalMeasurementId, Side: 'L' | 'R' | null = 'L') => {
  const place = { EvalMeasurementId: id, Side, Mode: null };
  return { ...place, CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId: of, ...place }) };
};
const use = (id: EvalMeasurementId) =>
  call('documentation.saveMeasures', { id: of, add: [placed(id)], remove: [] }, { as: 'pt' });

test('the list has the catalog and the clinic’s own measures, inactive ones too', async () => {
  const mine = await newMeasure({ Inactive: true });
  const { evalMeasurements } = await call('measures.list', {}, { as: 'pt' });
  expect(evalMeasurements).toEqual(expect.arrayContaining([expect.objectContaining({ Name: 'Knee flexion' })]));
  expect(evalMeasurements.find((one) => one.EvalMeasurementId === mine.EvalMeasurementId)).toMatchObject({
    Name: mine.Name,
    Norms: fields.Norms,
    Cutoffs: fields.Cutoffs,
    Step: 0.5,
    Inactive: true,
  });
});

test('only who manages the library changes it', async () => {
  const { EvalMeasurementId: id } = await newMeasure();
  const change = { id, changes: { Citation: 'A study' } };
  await expect(call('measures.updateEvalMeasurement', change, { as: 'pt' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  expect((await call('measures.updateEvalMeasurement', change, admin)).evalMeasurement.Citation).toBe('A study');
});

test('an equal name and region is refused unless someone says that it is another measure', async () => {
  const first = await newMeasure();
  const again = { ...fields, Name: first.Name.toUpperCase(), EvalMeasurementId: EvalMeasurementId.parse(newId()) };
  const refusal = { kind: 'invalid', fields: { Name: expect.stringContaining('already a measure') as string } };
  await expect(call('measures.createEvalMeasurement', again, admin)).rejects.toMatchObject(refusal);
  await call('measures.createEvalMeasurement', { ...again, isAnother: true }, admin);
  const builtIn = { Name: 'Timed Up and Go', Region: 'neuro' as const };
  const known = (await call('measures.list', {}, admin)).evalMeasurements.find(({ Name }) => Name === builtIn.Name);
  await expect(newMeasure({ Name: builtIn.Name, Region: known?.Region })).rejects.toMatchObject(refusal);
});

test('a measure is put on a case on a side that it has', async () => {
  const { EvalMeasurementId: id } = await newMeasure();
  await use(id);
  const { case_eval_measurements: rows } = await call('measures.ofCase', { id: of }, { as: 'pt' });
  expect(rows.filter((row) => row.EvalMeasurementId === id).map(({ Side }) => Side)).toEqual(['L']);
  const none = { id: of, add: [placed(id, null)], remove: [] };
  await expect(call('documentation.saveMeasures', none, { as: 'pt' })).rejects.toThrow('is not measured on this side');
  const unknown = { id: of, add: [placed(EvalMeasurementId.parse(newId()))], remove: [] };
  await expect(call('documentation.saveMeasures', unknown, { as: 'pt' })).rejects.toThrow('is not in the library');
});

test('one that a case uses is never removed, and keeps what its values mean; it may become inactive', async () => {
  const { EvalMeasurementId: id, Name } = await newMeasure();
  await use(id);
  const sentence = `A case uses “${Name}”, so it can’t be removed. Make it inactive instead. Nothing was removed.`;
  await expect(call('measures.removeEvalMeasurement', { id }, admin)).rejects.toThrow(sentence);
  await call(
    'documentation.saveMeasures',
    { id: of, add: [], remove: [placed(id).CaseEvalMeasurementId] },
    { as: 'pt' },
  );
  await expect(call('measures.removeEvalMeasurement', { id }, admin)).rejects.toThrow(sentence);
  const meters = { id, changes: { Unit: 'm' as const } };
  await expect(call('measures.updateEvalMeasurement', meters, admin)).rejects.toMatchObject({
    kind: 'invalid',
    fields: { Unit: 'Cases use this measure, so its unit stays. Make a copy instead.' },
  });
  const { evalMeasurement } = await call('measures.updateEvalMeasurement', { id, changes: { Inactive: true } }, admin);
  expect(evalMeasurement).toMatchObject({ Unit: 'cm', Inactive: true });
});

test('one that only a template of another person names is not removed either; one that nothing names is', async () => {
  const { EvalMeasurementId: id, Name } = await newMeasure();
  const { updated_at: _eval, ...template } = evalTemplateRow;
  const EvalTemplateId = newId();
  const Measurements = [{ EvalMeasurementId: id, Mode: null, Side: null }];
  const OwnerUserId = demoId('demo', 'user', 'pt');
  await call('templates.createEvalTemplate', { ...template, EvalTemplateId, Measurements, OwnerUserId } as never, {
    as: 'pt',
  });
  await expect(call('measures.removeEvalMeasurement', { id }, admin)).rejects.toThrow(`A template uses “${Name}”`);
  await call('templates.removeEvalTemplate', { id: EvalTemplateId } as never, { as: 'pt' });
  expect(await call('measures.removeEvalMeasurement', { id }, admin)).toEqual({ removed: true });
  expect(await db.owner(`select from eval_measurements where "EvalMeasurementId" = $1`, [id])).toEqual([]);
});
