import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast, cast2 } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

const { today, past } = cast.visits;
const line = (number: number, CPT_Code: string, Minutes: number | null, Count: number | null = null) => ({
  ServiceId: `01990000-0000-7000-8000-00000000${String(number).padStart(4, '0')}`,
  CPT_Code,
  Minutes,
  Count,
});
const shown = (services: { CPT_Code: string; Units: number; Modifiers: string[] }[]) =>
  services.map((each) => [each.CPT_Code, each.Units, ...each.Modifiers].join(' '));

test('units and modifiers follow the payer: Blue Harbor pools the minutes', async () => {
  const { services } = await call(
    'charges.save',
    { id: today.inProgress, services: [line(1, '97110', 33), line(2, '97140', 7), line(3, '97010', null, 1)] },
    { as: 'pt' },
  );
  expect(shown(services)).toEqual(['97110 2 GP', '97140 1 GP', '97010 1 GP']);
});

test('the rule of eights counts each code alone, without modifiers where the payer wants none', async () => {
  const { services } = await call(
    'charges.save',
    { id: today.review, services: [line(11, '97110', 33), line(12, '97140', 7)] },
    { as: 'pt' },
  );
  expect(shown(services)).toEqual(['97110 2', '97140 0']);
});

test("Medicare sees who treated: an assistant's lines carry CQ", async () => {
  const { services } = await call(
    'charges.save',
    { id: today.ptaInProgress, services: [line(21, '97110', 23)] },
    { as: 'pta' },
  );
  expect(shown(services)).toEqual(['97110 2 CQ GP']);
});

test('who gave a service is kept with it, and an assistant’s part carries CQ', async () => {
  const part = (ProviderId: string | null, Minutes: number) => ({ ProviderId, Minutes, Together: false });
  const Performed = [part(cast.providers.maya, 13), part(cast.providers.tess, 23), part(null, 5)];
  const entry = { ...line(22, '97110', 36), Performed };
  const save = (services: object[]) =>
    call('charges.save', { id: today.ptaInProgress, services } as never, { as: 'pta' });
  const { services } = await save([entry]);
  expect(services).toMatchObject([{ Units: 2, Modifiers: ['CQ', 'GP'], AssistantUnits: 1, Performed }]);
  await expect(save([{ ...entry, Minutes: 41 }])).rejects.toMatchObject({ kind: 'user-visible' });
  const foreign = { ...entry, Performed: [part(cast2.providers.ingrid, 36)] };
  await expect(save([foreign])).rejects.toMatchObject({ kind: 'invalid' });
});

test('saving replaces: missing lines go, kept ones keep their id', async () => {
  await call(
    'charges.save',
    { id: today.inProgress, services: [line(31, '97110', 15), line(32, '97140', 15)] },
    { as: 'pt' },
  );
  const { services } = await call(
    'charges.save',
    { id: today.inProgress, services: [line(32, '97140', 30), line(33, '97530', 15)] },
    { as: 'pt' },
  );
  expect(services.map((each) => each.ServiceId)).toEqual([line(32, '', 0).ServiceId, line(33, '', 0).ServiceId]);
  const stored = await db.owner(`select from services where "VisitId" = $1`, [today.inProgress]);
  expect(stored).toHaveLength(2);
  expect((await call('charges.save', { id: today.inProgress, services: [] }, { as: 'pt' })).services).toEqual([]);
});

test('a line that someone changes in this very moment, past the visit, is not written over', async () => {
  const lines = [line(35, '97110', 15), line(36, '97140', 15)];
  await call('charges.save', { id: today.inProgress, services: lines }, { as: 'pt' });
  const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*', 'billing'] };
  const [changed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = db.tx(who, async (tx) => {
    await tx.run(`update services set "Minutes" = 25 where "ServiceId" = $1`, [lines[0]?.ServiceId]);
    changed.resolve();
    await mayEnd.promise;
  });
  await changed.promise;
  const saved = call(
    'charges.save',
    { id: today.inProgress, services: [...lines, line(37, '97530', 15)] },
    { as: 'pt', base: { services: lines } },
  );
  // It has come to where it waits for the other.
  await expect
    .poll(() =>
      db.owner(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    )
    .toHaveLength(1);
  mayEnd.resolve();
  await slow;
  const { services } = await saved;
  expect(services.map(({ CPT_Code, Minutes }) => [CPT_Code, Minutes])).toEqual([
    ['97110', 25],
    ['97140', 15],
    ['97530', 15],
  ]);
});

test('a code that two devices added is not recorded twice before a person has decided', async () => {
  const save = (services: object[], seen: object[]) =>
    call('charges.save', { id: today.inProgress, services } as never, { as: 'pt', base: { services: seen } });
  const [held, theirs, mine] = [line(45, '97140', 10), line(46, '97110', 15), line(47, '97110', 20)];
  await call('charges.save', { id: today.inProgress, services: [held] }, { as: 'pt' });
  await save([held, theirs], [held]);
  await expect(save([held, mine], [held])).rejects.toMatchObject({
    kind: 'changed-elsewhere',
    message: expect.stringContaining('(97110)'),
    current: { services: [{ CPT_Code: '97140' }, { CPT_Code: '97110', Minutes: 15 }] },
  });
  // Another code only comes beside it, and so does the same one where a person has seen both.
  await save([held, line(48, '97530', 12)], [held]);
  const { services } = await save([held, theirs, mine], [held, theirs]);
  expect(services.map(({ CPT_Code, Minutes }) => `${CPT_Code} ${Minutes}`).toSorted()).toEqual([
    '97110 15',
    '97110 20',
    '97140 10',
    '97530 12',
  ]);
});

test('a line of another visit cannot be taken over', async () => {
  await call('charges.save', { id: today.inProgress, services: [line(41, '97110', 15)] }, { as: 'pt' });
  await expect(
    call('charges.save', { id: today.review, services: [line(41, '97110', 15)] }, { as: 'pt' }),
  ).rejects.toMatchObject({ kind: 'conflict' });
  expect(await db.owner(`select from services where "VisitId" = $1`, [today.review])).toHaveLength(2);
});

test('codes hold by date of service', async () => {
  await db.owner(`update cpt_codes set "EffectiveTo" = '2026-11-17' where site = 'demo' and "CPT_Code" = '97124'`);
  await expect(
    call('charges.save', { id: today.inProgress, services: [line(51, '97124', 15)] }, { as: 'pt' }),
  ).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('97124'),
  });
});

test.each([
  ['not begun', today.confirmed, 'pt', 'user-visible'],
  ['billed', past.submittedUnpaid, 'biller', 'user-visible'],
  ['with billing, by a therapist', today.billing, 'pt', 'no-permission'],
  ['by the front desk', today.inProgress, 'front', 'no-permission'],
  ['another facility', today.riversideBilling, 'pta', 'not-found'],
  ['another site', cast2.visits.today.inProgress, 'admin', 'not-found'],
] as const)('refused: %s', async (_name, id, as, kind) => {
  await expect(call('charges.save', { id, services: [line(61, '97110', 15)] }, { as })).rejects.toMatchObject({ kind });
});

test('billing may correct the charges of a visit it has', async () => {
  const { services } = await call(
    'charges.save',
    { id: today.billing, services: [line(71, '97110', 38)] },
    { as: 'biller' },
  );
  expect(shown(services)).toEqual(['97110 3 GP']);
});

test('a note is not signed while it is open who gave a service, where the payer wants the modifier', async () => {
  const id = today.ptaInProgress;
  const part = (ProviderId: string, Minutes: number) => ({ ProviderId, Minutes, Together: false });
  const entry = (minutes: number) => ({
    ...line(91, '97161', null, 1),
    Performed: [part(cast.providers.maya, minutes), part(cast.providers.tess, minutes)],
  });
  const sign = () => call('documentation.sign', { id } as never, { as: 'pta' });
  await call('charges.save', { id, services: [entry(0)] } as never, { as: 'pta' });
  await expect(sign()).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('How long did each person give 97161?'),
  });
  await call('charges.save', { id, services: [entry(15)] } as never, { as: 'pta' });
  await expect(sign()).rejects.toMatchObject({
    message: expect.not.stringContaining('97161'),
  });
});
