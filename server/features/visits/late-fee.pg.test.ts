import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
  await charges(2_500);
});
afterAll(() => db.close());

/** What the site charges for a late cancellation, in cents. */
const charges = (cents: number) =>
  db.owner(
    `update sites set settings = settings || jsonb_build_object('late_cancel_fee', $1::int) where site = 'demo'`,
    [cents],
  );
const { scheduled, confirmed } = cast.visits.today;
const owed = async (VisitId: string) => {
  const rows = await db.owner<{ account: string; cents: number }>(
    `select account, sum(amount)::int as cents from ledger_entries where site = 'demo' and "VisitId" = $1 group by account order by account`,
    [VisitId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};
const move = async (id: string, input: object) => {
  const { visit } = await call('visits.get', { id: id as never }, { as: 'front' });
  return call('visits.move', { id: visit.VisitId, lastUpdated: visit.updated_at, ...input } as never, { as: 'front' });
};

test('the patient owes the fee of a late cancellation until the visit is put back', async () => {
  await move(scheduled, { destination: 'lateCancel', CancelReason: 'Car broke down', LateFee: 2_500 });
  expect(await owed(scheduled)).toEqual({ 'ar:patient': 2_500, revenue: -2_500 });
  const { history } = await call('visits.history', { id: scheduled as never }, { as: 'front' });
  expect(history.map(({ note }) => note)).toContain('Car broke down · Fee $25.00');
  await move(scheduled, { destination: 'scheduled' });
  expect(await owed(scheduled)).toEqual({ 'ar:patient': 0, revenue: 0 });
  // Twice is as once: only what stands is taken back.
  await move(scheduled, { destination: 'lateCancel', LateFee: 4_000 });
  await move(scheduled, { destination: 'scheduled' });
  expect(await owed(scheduled)).toEqual({ 'ar:patient': 0, revenue: 0 });
});

test('without a fee nothing is posted, and a fee belongs to a late cancellation alone', async () => {
  await expect(move(confirmed, { destination: 'cancelled', CancelReason: 'Ill', LateFee: 2_500 })).rejects.toThrow(
    'You can charge a fee only for a late cancel.',
  );
  await move(confirmed, { destination: 'lateCancel', CancelReason: 'Ill' });
  await move(confirmed, { destination: 'scheduled' });
  expect(await owed(confirmed)).toEqual({});
});

test('a visit the ledger knows stays, also when its fee was taken back, and the others of its case go', async () => {
  const { visit: before } = await call('visits.get', { id: scheduled as never }, { as: 'front' });
  const input = { id: before.CaseId };
  // Later that day, so that it is to come.
  await db.owner(
    `update visits set "Start" = '2026-11-18T20:00', "End" = '2026-11-18T20:45' where site = 'demo' and "VisitId" = $1`,
    [scheduled],
  );
  const remove = () => call('visits.remove', { id: scheduled as never, deletionReason: 'By mistake' }, { as: 'front' });
  const refusal = { kind: 'user-visible', current: { VisitId: scheduled } };
  await move(scheduled, { destination: 'lateCancel', LateFee: 2_500 });
  await expect(remove()).rejects.toMatchObject(refusal);
  await move(scheduled, { destination: 'scheduled' });
  await expect(remove()).rejects.toMatchObject(refusal);
  await call('visits.removeFuture', input, { as: 'front' });
  const left = await db.owner(
    `select "VisitId" from visits where site = 'demo' and "CaseId" = $1 and stage in ('scheduled', 'confirmed') and "Start" > '2026-11-18T12:00'`,
    [before.CaseId],
  );
  expect(left).toEqual([{ VisitId: scheduled }]);
});

test('where the clinic charges no fee, none is taken', async () => {
  await charges(0);
  const late = { destination: 'lateCancel', CancelReason: 'Ill' };
  await expect(move(confirmed, { ...late, LateFee: 2_500 })).rejects.toMatchObject({
    kind: 'user-visible',
    message: 'This clinic has no late cancel fee. Nothing was changed.',
    current: { VisitId: confirmed, stage: 'scheduled' },
  });
  expect(await owed(confirmed)).toEqual({});
  await move(confirmed, late);
});
