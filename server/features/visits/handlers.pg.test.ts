import { afterEach, beforeEach, expect, test } from 'vitest';
import type { VisitStage } from '#contract/visits/stage.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const { today, past } = cast.visits;
type Actor = Parameters<Commands>[2]['as'];

async function move(id: string, destination: VisitStage, as: Actor, ignoreIncompleteIntake?: boolean) {
  const { visit } = await call('visits.get', { id }, { as: 'admin' });
  return call(
    'visits.move',
    { id, destination, lastUpdated: visit.updated_at, ...(ignoreIncompleteIntake && { ignoreIncompleteIntake }) },
    { as },
  );
}

test('a move sets the stage and tells the history who did it', async () => {
  const { outcome, visit } = await move(today.confirmed, 'checkedIn', 'front');
  expect(outcome).toBe('moved');
  expect(visit.stage).toBe('checkedIn');
  const { history } = await call('visits.history', { id: today.confirmed }, { as: 'front' });
  expect(history.at(-1)).toMatchObject({
    action: 'moved',
    from: 'confirmed',
    to: 'checkedIn',
    UserId: cast.users.front,
  });
});

test('starting a visit sends the patient an alert', async () => {
  // By the name patients know their facility by, where it has one (a setting of scope facility).
  await db.owner(
    `update facilities f set settings = '{"patient_mail_name": "Harborside Rehab"}' from visits v
     where v.site = f.site and v."FacilityId" = f."FacilityId" and v."VisitId" = $1`,
    [today.checkedIn],
  );
  await move(today.checkedIn, 'inProgress', 'pt');
  const sent = await db.owner(`select recipient, kind, subject from outbound_messages where "VisitId" = $1`, [
    today.checkedIn,
  ]);
  expect(sent).toMatchObject([{ kind: 'visit-start', subject: 'Your visit at Harborside Rehab has started' }]);
  const { history } = await call('visits.history', { id: today.checkedIn }, { as: 'pt' });
  expect(history.at(-1)).toMatchObject({ action: 'visit-start alert', note: 'Sent by email' });
});

test('without an email address the history says that no alert went out', async () => {
  await call('patients.update', { id: cast.patients.walter, changes: { Email: null } }, { as: 'front' });
  await move(today.checkedIn, 'inProgress', 'pt');
  const { history } = await call('visits.history', { id: today.checkedIn }, { as: 'pt' });
  expect(history.at(-1)?.note).toMatch(/^Not sent/);
  expect(await db.owner(`select from outbound_messages where "VisitId" = $1`, [today.checkedIn])).toHaveLength(0);
});

test('an intake conflict stops the start, whatever is ignored, and leaves the visit as it was', async () => {
  const before = await call('visits.get', { id: today.intakeConflict }, { as: 'pt' });
  for (const ignore of [false, true]) {
    expect(await move(today.intakeConflict, 'inProgress', 'pt', ignore)).toEqual({
      outcome: 'intakeConflict',
      visit: before.visit,
      changed: [],
    });
  }
  expect(await db.owner(`select from outbound_messages where "VisitId" = $1`, [today.intakeConflict])).toHaveLength(0);
});

test('resolving takes the chosen answers into the chart, keeps the rest, and the visit can start', async () => {
  const before = (await call('patients.get', { id: cast.patients.dolores }, { as: 'front' })).patient;
  const { visit } = await call(
    'visits.resolveIntake',
    { id: today.intakeConflict, accept: ['Address1'] },
    { as: 'front' },
  );
  expect(visit.intakeConflict).toEqual([]);
  const { patient } = await call('patients.get', { id: cast.patients.dolores }, { as: 'front' });
  expect(patient).toMatchObject({ Address1: '77 Lantern Way', Phone: before.Phone });
  const { history } = await call('visits.history', { id: today.intakeConflict }, { as: 'front' });
  expect(history.at(-1)).toMatchObject({ action: 'intake compared', note: 'Copied to the chart: Address1' });
  expect((await move(today.intakeConflict, 'inProgress', 'pt')).outcome).toBe('moved');
});

test('an answer never overwrites what the chart was corrected to since it was compared', async () => {
  const id = today.otConflict;
  const { visit } = await call('visits.get', { id }, { as: 'front' });
  const [first] = visit.intakeConflict;
  if (!first) throw new Error('The demo visit has no conflict');
  const { field } = first;
  await db.owner(`update patients set "${field}" = 'new@example.org' where "PatientId" = $1`, [visit.PatientId]);
  const late = call('visits.resolveIntake', { id, accept: [field] }, { as: 'front' });
  await expect(late).rejects.toThrow('The chart was changed since these answers were compared. Compare them again.');
  const { patient } = await call('patients.get', { id: visit.PatientId }, { as: 'front' });
  expect(patient[field]).toBe('new@example.org');
  const seen = [{ ...first, chart: 'new@example.org' }];
  await call('visits.resolveIntake', { id, accept: [field], seen }, { as: 'front' });
  expect((await call('patients.get', { id: visit.PatientId }, { as: 'front' })).patient[field]).toBe(first.intake);
});

test('resolving again changes nothing', async () => {
  const first = await call('visits.resolveIntake', { id: today.otConflict, accept: [] }, { as: 'front' });
  expect(await call('visits.resolveIntake', { id: today.otConflict, accept: ['Email'] }, { as: 'front' })).toEqual(
    first,
  );
});

test('an incomplete intake may be started without', async () => {
  expect((await move(today.intakeIncomplete, 'inProgress', 'pt')).outcome).toBe('intakeIncomplete');
  expect((await move(today.intakeIncomplete, 'inProgress', 'pt', true)).outcome).toBe('moved');
});

test('a stale lastUpdated is refused with the visit as it is now', async () => {
  const { visit } = await call('visits.get', { id: today.confirmed }, { as: 'front' });
  await move(today.confirmed, 'checkedIn', 'front');
  const late = call(
    'visits.move',
    { id: today.confirmed, destination: 'noShow', lastUpdated: visit.updated_at },
    { as: 'front' },
  );
  await expect(late).rejects.toMatchObject({
    kind: 'changed-elsewhere',
    current: { VisitId: today.confirmed, stage: 'checkedIn' },
  });
});

test('the same instant written otherwise is the same', async () => {
  const { visit } = await call('visits.get', { id: today.confirmed }, { as: 'front' });
  const written = visit.updated_at.replace('+00:00', 'Z');
  const { outcome } = await call(
    'visits.move',
    { id: today.confirmed, destination: 'checkedIn', lastUpdated: written },
    { as: 'front' },
  );
  expect(outcome).toBe('moved');
  await expect(
    call(
      'visits.move',
      { id: today.confirmed, destination: 'noShow', lastUpdated: 'the day before yesterday' },
      { as: 'front' },
    ),
  ).rejects.toMatchObject({ kind: 'invalid' });
});

test('of two at once one wins', async () => {
  const { visit } = await call('visits.get', { id: today.confirmed }, { as: 'front' });
  const input = { id: today.confirmed, lastUpdated: visit.updated_at };
  const both = await Promise.allSettled([
    call('visits.move', { ...input, destination: 'checkedIn' }, { as: 'front' }),
    call('visits.move', { ...input, destination: 'noShow' }, { as: 'front' }),
  ]);
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each<[string, VisitStage, Actor, string]>([
  [today.scheduled, 'confirmed', 'pta', 'no-permission'],
  [today.billing, 'closed', 'front', 'no-permission'],
  [past.closedPaid, 'billing', 'pt', 'no-permission'],
  [today.scheduled, 'inProgress', 'pt', 'user-visible'],
  [today.billing, 'submitted', 'admin', 'user-visible'],
  [today.billing, 'closed', 'biller', 'user-visible'],
  [today.review, 'billing', 'pt', 'user-visible'],
])('%s to %s by %s is refused', async (id, destination, as, kind) => {
  const before = await call('visits.get', { id }, { as: 'admin' });
  await expect(move(id, destination, as)).rejects.toMatchObject({ kind });
  expect(await call('visits.get', { id }, { as: 'admin' })).toEqual(before);
});

test('visits of other facilities and other sites do not exist', async () => {
  for (const id of [today.riverside, cast2.visits.today.confirmed]) {
    await expect(call('visits.get', { id }, { as: 'pta' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(call('visits.history', { id }, { as: 'pta' })).rejects.toMatchObject({ kind: 'not-found' });
    const lastUpdated = '2026-11-18T12:00:00+00:00';
    await expect(
      call('visits.move', { id, destination: 'checkedIn', lastUpdated }, { as: 'pta' }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  }
  const { visits } = await call('visits.list', { VisitIds: [today.riverside, today.billing].join(',') }, { as: 'pta' });
  expect(visits.map((visit) => visit.VisitId)).toEqual([today.billing]);
  await expect(call('visits.list', { VisitIds: 'nonsense' }, { as: 'pta' })).rejects.toMatchObject({ kind: 'invalid' });
});

test('a visit without insurance is charged to the patient when it closes, and taken back when it reopens', async () => {
  const owed = async () =>
    (await call('billing.ar', { visitId: today.selfPayBilling }, { as: 'biller' })).currentAr.patient;
  expect(await owed()).toBe(0);
  expect((await move(today.selfPayBilling, 'closed', 'pt')).visit.stage).toBe('closed');
  const first = await owed();
  expect(first).toBeGreaterThan(0);
  await move(today.selfPayBilling, 'billing', 'biller');
  expect(await owed()).toBe(0);
  await move(today.selfPayBilling, 'closed', 'biller');
  expect(await owed()).toBe(first);
  const [ledger] = await db.owner<{ off: string }>('select sum(amount) as off from ledger_entries');
  expect(ledger?.off).toBe('0');
});
