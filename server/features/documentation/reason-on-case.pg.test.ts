import { afterEach, beforeEach, expect, test } from 'vitest';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { cast } from '#server/demo/cast.ts';
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

const visit = cast.visits.today.inProgress;
const gus = demoId('demo', 'case', 'gus');

async function writeDischarge(dischargeReason: string): Promise<void> {
  const goals = await db.owner<{ id: string }>(`select "GoalId" as id from goals where "CaseId" = $1`, [gus]);
  const changes = {
    NoteType: 'discharge',
    Assessment: 'Walks a mile without pain.',
    HomeProgram: 'Goes on with the stairs.',
    Disposition: 'Home, no follow-up.',
    dischargeReason,
    ...Object.fromEntries(goals.map(({ id }) => [cellKey('goal', id, 'Status'), 'met'])),
  };
  await call('documentation.save', { id: gus, VisitId: visit, changes } as never, { as: 'pt' });
}
async function signDischarge(dischargeReason = 'goalsMet'): Promise<void> {
  await writeDischarge(dischargeReason);
  await call('documentation.sign', { id: visit, reasons: [] } as never, { as: 'pt' });
}
const discharge = (more: object = {}) =>
  call('cases.discharge', { id: gus, DischargedAt: '2026-11-18', ...more } as never, { as: 'admin' });
const reason = async () =>
  (
    await db.owner<{ reason: string | null }>(`select "DischargeReason" as reason from cases where "CaseId" = $1`, [
      gus,
    ])
  )[0]?.reason;

test('a case that an older app discharges takes the reason of its signed discharge note', async () => {
  await signDischarge();
  expect(await reason()).toBeNull();
  expect((await discharge()).case).toMatchObject({ DischargedAt: '2026-11-18', DischargeReason: 'goalsMet' });
});

test('a case that was discharged without one takes it when the note is signed', async () => {
  await discharge({ DischargeReason: null });
  await signDischarge();
  expect(await reason()).toBe('goalsMet');
});

test('a reason that a person gave stays', async () => {
  await discharge({ DischargeReason: 'coverage' });
  await signDischarge();
  expect(await reason()).toBe('coverage');
});

test('a reason the note proposed gives way to what the note says when it is signed', async () => {
  await writeDischarge('goalsMet');
  await discharge({ DischargeReason: 'goalsMet', NotedReason: 'goalsMet' });
  await signDischarge('plateau');
  expect(await reason()).toBe('plateau');
});

test('so does one that an app of before took from the note', async () => {
  await writeDischarge('goalsMet');
  await discharge({ DischargeReason: 'goalsMet' });
  await signDischarge('plateau');
  expect(await reason()).toBe('plateau');
});

test('a reason chosen instead of the proposed one stays', async () => {
  await writeDischarge('goalsMet');
  await discharge({ DischargeReason: 'coverage', NotedReason: 'goalsMet' });
  await signDischarge();
  expect(await reason()).toBe('coverage');
});

test('a discharge that was undone leaves no proposal behind', async () => {
  await writeDischarge('goalsMet');
  await discharge({ DischargeReason: 'goalsMet', NotedReason: 'goalsMet' });
  await discharge({ DischargedAt: null, DischargeReason: null });
  await discharge({ DischargeReason: 'goalsMet', NotedReason: null });
  await signDischarge('plateau');
  expect(await reason()).toBe('goalsMet');
});

test('a discharge that arrives after the signature takes the signed reason in the place of the proposed one', async () => {
  await signDischarge('plateau');
  await discharge({ DischargeReason: 'goalsMet', NotedReason: 'goalsMet' });
  expect(await reason()).toBe('plateau');
});

test('what a person chose instead stays in that order too', async () => {
  await signDischarge('plateau');
  await discharge({ DischargeReason: 'coverage', NotedReason: 'goalsMet' });
  expect(await reason()).toBe('coverage');
});

/** A discharge note of a later day than that of the visit. */
async function laterNote(dischargeReason: string, signedAt: string | null): Promise<void> {
  await db.owner(
    `insert into visit_notes (site, "NoteId", "CaseId", "PatientId", "FacilityId", "NoteType", "NoteDate", "Elements", "signedAt")
     select site, gen_random_uuid(), "CaseId", "PatientId", "FacilityId", 'discharge', '2099-01-05',
       jsonb_build_object('dischargeReason', $2::text), $3
     from cases where "CaseId" = $1`,
    [gus, dischargeReason, signedAt],
  );
}

test('an older note that is signed later leaves the reason of the latest one', async () => {
  await laterNote('plateau', '2026-11-18T10:00:00Z');
  await discharge({ DischargeReason: 'plateau', NotedReason: 'plateau' });
  await signDischarge('goalsMet');
  expect(await reason()).toBe('plateau');
});

test('the proposal of a later note that is not signed yet is not replaced by an older signed one', async () => {
  await signDischarge('plateau');
  await laterNote('goalsMet', null);
  await discharge({ DischargeReason: 'goalsMet', NotedReason: 'goalsMet' });
  expect(await reason()).toBe('goalsMet');
});
