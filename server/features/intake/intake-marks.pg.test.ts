import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const id = cast.visits.today.inProgress as never;
const knee = { Region: 'knee', View: 'front', Side: 'R', Quality: null, Intensity: null, x: 447, y: 722 };
const back = { ...knee, Region: 'lowBack', View: 'back', x: 530, y: 410 };
const marks = () => api.call('intake.marks', { id }, { as: 'pt' });

/** Forms of the visit, sent where `submitted` says so, with marks on the body. */
async function intake(answers: object, submitted = true): Promise<void> {
  await api.call('intake.send', { id: cast.visits.today.scheduled as never }, { as: 'front' });
  await api.db.owner(
    `insert into intakes (site, "IntakeId", "PatientId", "VisitId", forms, "needsProxy", "inputKey", answers, "submittedAt")
     select site, $2, "PatientId", "VisitId", '[{"IntakeFormId": "pain", "version": 1}]', false, repeat('k', 43), $3, $4
     from visits where site = 'demo' and "VisitId" = $1`,
    [id, randomUUID(), answers, submitted ? '2026-11-18T08:00:00Z' : null],
  );
}
beforeEach(async () => {
  await api.db.owner('delete from intakes');
  await api.db.owner(
    `update visits set "Start" = '2099-01-05T10:00', "End" = '2099-01-05T10:45' where "VisitId" = $1`,
    [cast.visits.today.scheduled],
  );
});

test('a visit without forms, and one whose forms are not sent yet, offer nothing', async () => {
  expect(await marks()).toEqual({ submittedAt: null, marks: [] });
  await intake({ 'pain.hasPain': true, 'pain.marks': [knee] }, false);
  expect(await marks()).toEqual({ submittedAt: null, marks: [] });
});

test('marks come as the patient’s in their order, always under the same ids', async () => {
  await intake({ 'pain.hasPain': true, 'pain.marks': [knee, back, { ...knee, x: 2, y: 2 }] });
  const first = await marks();
  expect(first.submittedAt).toBe('2026-11-18T08:00:00.000Z');
  expect(first.marks.map(({ mark }) => mark)).toEqual([knee, back].map((mark) => ({ ...mark, From: 'patient' })));
  const ids = first.marks.map((one) => one.id);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
  expect(await marks()).toEqual(first);
});

test('a note takes each as it came, once, however often it is sent', async () => {
  await intake({ 'pain.hasPain': true, 'pain.marks': [knee] });
  const [one] = (await marks()).marks;
  if (!one) throw new Error('Nothing was marked.');
  const key = cellKey('mark', one.id, 'Mark');
  const [visit] = await api.db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [id]);
  const of = { id: visit?.CaseId, VisitId: id, changes: { [key]: one.mark } };
  for (const _time of [1, 2]) await api.call('documentation.save', of as never, { as: 'pt' });
  const [note] = await api.db.owner<{ Cells: Record<string, unknown> }>(
    `select "Cells" from visit_notes where site = 'demo' and "VisitId" = $1`,
    [id],
  );
  expect(Object.entries(note?.Cells ?? {}).filter(([name]) => name.startsWith('mark:'))).toEqual([[key, one.mark]]);
});
