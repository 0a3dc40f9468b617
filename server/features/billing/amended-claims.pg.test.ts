import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

const id = cast.visits.today.billing;
const rosa = demoId('demo', 'case', 'rosa');

type Entry = { ServiceId: string; CPT_Code: string; Minutes: number | null; Count: number | null };

const updatedAt = async () => (await call('visits.get', { id }, { as: 'admin' })).visit.updated_at;
async function submit() {
  return call(
    'billing.submitClaim',
    { visitId: id, destination: 'submitted', lastUpdated: await updatedAt() },
    { as: 'biller' },
  );
}
async function toBill() {
  await call('visits.move', { id, destination: 'billing', lastUpdated: await updatedAt() }, { as: 'biller' });
}
async function recorded(): Promise<Entry[]> {
  return db.owner<Entry>(
    `select "ServiceId", "CPT_Code", "Minutes", "Count" from services where "VisitId" = $1 order by "SortOrder"`,
    [id],
  );
}
const charge = (services: Entry[]) => call('charges.save', { id, services } as never, { as: 'biller' });
async function signAddendum(): Promise<string> {
  const note = { NoteId: randomUUID(), CaseId: rosa, NoteType: 'addendum', NoteDate: '2026-11-18', ParentNoteId: id };
  const { visitNote } = await call('documentation.create', note as never, { as: 'pt' });
  const changes = { addendumReason: 'Minutes left out', Text: 'Gait training was given too.' };
  await call('documentation.save', { id: rosa, NoteId: visitNote.NoteId, VisitId: null, changes } as never, {
    as: 'pt',
  });
  await call('documentation.sign', { id: visitNote.NoteId }, { as: 'pt' });
  return visitNote.NoteId;
}
const marks = () =>
  db.owner(`select status, "AmendedByNoteId" as by from claims where "VisitId" = $1 order by "submittedAt"`, [id]);
const extra = { ServiceId: randomUUID(), CPT_Code: '97116', Minutes: 30, Count: null };

test('an addendum to changed charges marks the claim until it is replaced', async () => {
  await submit();
  const billed = await recorded();
  await toBill();
  await charge([...billed, extra]);
  expect(await marks()).toEqual([{ status: 'submitted', by: null }]);
  const by = await signAddendum();
  expect(await marks()).toEqual([{ status: 'submitted', by }]);
  await submit();
  expect(await marks()).toEqual([
    { status: 'void', by },
    { status: 'submitted', by: null },
  ]);
});

test('so it does where the charges change after it, and the mark goes with the change', async () => {
  await submit();
  const billed = await recorded();
  const by = await signAddendum();
  expect(await marks()).toEqual([{ status: 'submitted', by: null }]);
  await toBill();
  await charge([...billed, extra]);
  expect(await marks()).toEqual([{ status: 'submitted', by }]);
  await charge(billed);
  expect(await marks()).toEqual([{ status: 'submitted', by: null }]);
});

test('an addendum of before the claim marks nothing', async () => {
  await signAddendum();
  await submit();
  const billed = await recorded();
  await toBill();
  await charge([...billed, extra]);
  expect(await marks()).toEqual([{ status: 'submitted', by: null }]);
});

test('of a claim of before it is not known what it billed: it is left alone', async () => {
  await submit();
  await db.owner('update claim_files set "Billed" = null');
  const billed = await recorded();
  await toBill();
  await charge([...billed, extra]);
  await signAddendum();
  expect(await marks()).toEqual([{ status: 'submitted', by: null }]);
});

test('claims to correct are listed however old they are, and whatever became of the visit', async () => {
  const list = (after?: string) =>
    call('billing.claimsToCorrect', (after === undefined ? {} : { after }) as never, { as: 'biller' });
  await submit();
  const billed = await recorded();
  await toBill();
  await charge([...billed, extra]);
  await signAddendum();
  await db.owner(`update visits set stage = 'closed' where "VisitId" = $1`, [id]);
  await db.owner(`update claims set "ServiceDate" = '2024-01-15' where "VisitId" = $1`, [id]);
  const { claims, visits, patients, cases, after } = await list();
  const [claim] = claims;
  expect(claims).toMatchObject([{ VisitId: id, ServiceDate: '2024-01-15' }]);
  expect([visits.length, patients.length, cases.length, after]).toEqual([1, 1, 1, null]);
  expect(visits[0]).toMatchObject({ VisitId: id, stage: 'closed', CaseId: cases[0]?.CaseId });
  expect((await list(claim?.ClaimId)).claims).toEqual([]);
  await db.owner(`update claims set status = 'void' where "VisitId" = $1`, [id]);
  expect((await list()).claims).toEqual([]);
});

test('nothing else of a submitted claim changes', async () => {
  await submit();
  const who = { site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*', 'billing'] };
  await expect(
    db.tx(who, (tx) => tx.run(`update claims set "totalCharge" = 1 where "VisitId" = $1`, [id])),
  ).rejects.toThrow('a submitted claim stays as it was sent');
});
