import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SomeRules } from '#contract/address-book/payer-rules.ts';
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

async function submit(visitId: string, as: Actor = 'biller', destination: 'submitted' | 'closed' = 'submitted') {
  const { visit } = await call('visits.get', { id: visitId }, { as: 'admin' });
  return call('billing.submitClaim', { visitId, destination, lastUpdated: visit.updated_at }, { as });
}
const segments = (content: string) => content.split('~').map((segment) => segment.trim().split('*'));
const find = (content: string, id: string) => segments(content).filter((segment) => segment[0] === id);
const sum = async () => (await db.owner<{ off: string }>('select sum(amount) as off from ledger_entries'))[0]?.off;

test('a claim: file, totals, charges, ledger, stage and history agree', async () => {
  const { claim, visit } = await submit(today.billing, 'pt');
  expect(visit).toMatchObject({ stage: 'submitted', ClaimId: claim.ClaimId });
  const { filename, content } = await call('billing.claimFile', { id: claim.ClaimId }, { as: 'pt' });
  expect(filename).toBe(`${claim.ControlNumber}.837`);
  expect(claim.ControlNumber.length).toBeLessThanOrEqual(17);
  const total = (cents: number) => String(cents / 100);
  expect(find(content, 'CLM')[0]?.slice(1, 3)).toEqual([claim.ControlNumber, total(claim.totalCharge)]);
  const lines = find(content, 'SV1').map((segment) => Math.round(Number(segment[2]) * 100));
  expect(lines.reduce((all, one) => all + one, 0)).toBe(claim.totalCharge);
  expect(find(content, 'REF').filter((segment) => segment[1] === '6R')).toHaveLength(lines.length);
  expect(find(content, 'ISA')[0]?.[13]).toBe(claim.InterchangeControlNumber);
  const [file] = await db.owner<{ sha256: string }>('select sha256 from claim_files where "ClaimId" = $1', [
    claim.ClaimId,
  ]);
  expect(file?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  const charges = await db.owner<{ charge: string }>(
    'select sum(charge) as charge from services where "VisitId" = $1',
    [today.billing],
  );
  expect(Number(charges[0]?.charge)).toBe(claim.totalCharge);
  const ar = await call('billing.ar', { visitId: today.billing }, { as: 'biller' });
  expect(ar).toMatchObject({
    currentAr: { primary: claim.totalCharge, secondary: 0, patient: 0 },
    expectedAr: claim.totalCharge,
    suspectedNeedsRepair: false,
  });
  expect(await sum()).toBe('0');
  const { history } = await call('visits.history', { id: today.billing }, { as: 'pt' });
  expect(history.at(-1)).toMatchObject({ from: 'billing', to: 'submitted', note: `Claim ${claim.ControlNumber}` });
});

/** Who pays for a visit has these rules from the beginning. */
async function setRules(visitId: string, rules: SomeRules) {
  const [row] = await db.owner<{ id: string }>(
    `select i."PayerId" as id from visits v join cases c using (site, "CaseId")
     join insurances i on i.site = c.site and i."InsuranceId" = c."InsuranceIds"[1] where v."VisitId" = $1`,
    [visitId],
  );
  const id = row?.id ?? '';
  const { version } = await call('addressBook.payerRules', { id }, { as: 'admin' });
  const history = [{ EffectiveFrom: null, rules }];
  await call('addressBook.savePayerRules', { id, history, version }, { as: 'admin' });
}
const eightAndEight = [
  { ServiceId: '01990000-0000-7000-8000-0000000000a1', CPT_Code: '97110', Minutes: 8, Count: null },
  { ServiceId: '01990000-0000-7000-8000-0000000000a2', CPT_Code: '97140', Minutes: 8, Count: null },
];
const storedServices = () =>
  db.owner<{ CPT_Code: string; Units: number; Modifiers: string[]; charge: number | null }>(
    'select "CPT_Code", "Units", "Modifiers", charge::int from services where "VisitId" = $1 order by "SortOrder"',
    [today.billing],
  );

test('a claim bills by the rules of its day as they are now, and the services say the same', async () => {
  await setRules(today.billing, { UnitMethod: 'spm', TherapyModifierRequired: false });
  await call('charges.save', { id: today.billing, services: eightAndEight }, { as: 'biller' });
  expect(await storedServices()).toMatchObject([
    { Units: 1, Modifiers: [] },
    { Units: 1, Modifiers: [] },
  ]);
  await setRules(today.billing, { UnitMethod: 'cms', TherapyModifierRequired: true });
  expect(await storedServices()).toMatchObject([{ Units: 1 }, { Units: 1 }]);
  const audited = `select from audit_entry where entity = 'services' and action = 'update' and pk = $1`;
  const before = await db.owner(audited, [eightAndEight[0]?.ServiceId]);
  const { claim } = await submit(today.billing);
  const { content } = await call('billing.claimFile', { id: claim.ClaimId }, { as: 'biller' });
  expect(find(content, 'SV1').map((segment) => [segment[1], segment[4]])).toEqual([['HC:97110:GP', '1']]);
  const rows = await storedServices();
  expect(rows).toMatchObject([
    { Units: 1, Modifiers: ['GP'], charge: claim.totalCharge },
    { Units: 0, Modifiers: ['GP'], charge: 0 },
  ]);
  expect((await db.owner(audited, [eightAndEight[0]?.ServiceId])).length).toBeGreaterThan(before.length);
  expect(await sum()).toBe('0');
  // What was billed stays as it was billed.
  await setRules(today.billing, { UnitMethod: 'spm', TherapyModifierRequired: false });
  expect(await storedServices()).toEqual(rows);
});

test('minutes that were no unit by the old rules are billed by the new ones', async () => {
  await setRules(today.billing, { UnitMethod: 'spm' });
  const seven = eightAndEight.map((entry) => ({ ...entry, Minutes: 7 }));
  await call('charges.save', { id: today.billing, services: seven }, { as: 'biller' });
  await expect(submit(today.billing)).rejects.toMatchObject({ kind: 'user-visible' });
  await setRules(today.billing, { UnitMethod: 'cms' });
  const { claim } = await submit(today.billing);
  const { content } = await call('billing.claimFile', { id: claim.ClaimId }, { as: 'biller' });
  expect(find(content, 'SV1').map((segment) => segment[4])).toEqual(['1']);
});

test('a service whose code the clinic has not on that day is not counted anew: the claim is refused', async () => {
  await setRules(today.billing, { UnitMethod: 'spm' });
  await call('charges.save', { id: today.billing, services: eightAndEight }, { as: 'biller' });
  await db.owner(`delete from cpt_codes where site = 'demo' and "CPT_Code" = '97140'`);
  const before = await storedServices();
  await expect(submit(today.billing)).rejects.toMatchObject({
    kind: 'user-visible',
    message: "The claim was not made. 97140 is not in this clinic's code list. Choose a code from the list.",
  });
  expect(await storedServices()).toEqual(before);
});

test('straight to closed passes through submitted', async () => {
  const { visit } = await submit(today.riversideBilling, 'biller', 'closed');
  expect(visit.stage).toBe('closed');
  const { history } = await call('visits.history', { id: today.riversideBilling }, { as: 'biller' });
  expect(history.slice(-2).map((entry) => entry.to)).toEqual(['submitted', 'closed']);
});

test("an assistant's visit is billed under the supervisor, with CQ", async () => {
  const { claim } = await submit(today.ptaBilling);
  const { content } = await call('billing.claimFile', { id: claim.ClaimId }, { as: 'biller' });
  expect(
    find(content, 'NM1')
      .find((segment) => segment[1] === '82')
      ?.slice(3, 5),
  ).toEqual(['OKAFOR', 'MAYA']);
  for (const segment of find(content, 'SV1')) expect(segment[1]).toMatch(/:CQ:GP$/);
});

test("workers' compensation says what happened and under which number", async () => {
  const { claim } = await submit(today.workersCompBilling);
  const { content } = await call('billing.claimFile', { id: claim.ClaimId }, { as: 'biller' });
  expect(content).toMatch(/\*EM~/);
  expect(find(content, 'REF').some((segment) => segment[1] === 'Y4')).toBe(true);
  expect(find(content, 'DTP').some((segment) => segment[1] === '439')).toBe(true);
});

test('prices hold by date of service', async () => {
  await db.owner(`update fee_schedule set "EffectiveTo" = '2026-11-17' where site = 'demo' and "EffectiveTo" is null`);
  await db.owner(
    `insert into fee_schedule (site, "CPT_Code", "EffectiveFrom", amount) select site, "CPT_Code", '2026-11-18', 10000 from cpt_codes where site = 'demo'`,
  );
  const { claim } = await submit(today.billing);
  const [units] = await db.owner<{ units: string }>('select sum("Units") as units from services where "VisitId" = $1', [
    today.billing,
  ]);
  expect(claim.totalCharge).toBe(Number(units?.units) * 10_000);
});

test('ten at once: every number is used once, the counters have no gaps', async () => {
  const ready = await db.owner<{ VisitId: string }>(
    `select v."VisitId" from visits v join cases c using (site, "CaseId") where v.site = 'demo' and v.stage = 'billing' and c."InsuranceIds" <> '{}'
     and v."ProviderId" <> $1 order by v."VisitId" limit 10`,
    [cast.providers.hank],
  );
  expect(ready).toHaveLength(10);
  const before = await db.owner<{ last: string }>(
    `select last from control_numbers where site = 'demo' and kind = 'interchange'`,
  );
  const made = await Promise.all(ready.map(({ VisitId }) => submit(VisitId)));
  expect(new Set(made.map(({ claim }) => claim.ControlNumber)).size).toBe(10);
  const numbers = made.map(({ claim }) => Number(claim.InterchangeControlNumber)).toSorted((a, b) => a - b);
  const first = Number(before[0]?.last) + 1;
  expect(numbers).toEqual(Array.from({ length: 10 }, (_, at) => first + at));
  expect(await sum()).toBe('0');
});

test('the same visit ten times at once makes one claim', async () => {
  const { visit } = await call('visits.get', { id: today.billing }, { as: 'biller' });
  const input = { visitId: today.billing, destination: 'submitted' as const, lastUpdated: visit.updated_at };
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => call('billing.submitClaim', input, { as: 'biller' })),
  );
  expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const reasons = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.kind] : []));
  expect(new Set(reasons)).toEqual(new Set(['changed-elsewhere']));
  expect(await db.owner('select from claims where "VisitId" = $1', [today.billing])).toHaveLength(1);
});

test('a claim that comes back is replaced: the first is void and its charge taken back', async () => {
  const first = await submit(today.billing);
  await call(
    'visits.move',
    { id: today.billing, destination: 'billing', lastUpdated: first.visit.updated_at },
    { as: 'biller' },
  );
  const second = await submit(today.billing);
  const claims = await db.owner(`select status from claims where "VisitId" = $1 order by "ControlNumber"`, [
    today.billing,
  ]);
  expect(claims).toEqual([{ status: 'void' }, { status: 'submitted' }]);
  const ar = await call('billing.ar', { visitId: today.billing }, { as: 'biller' });
  expect(ar.currentAr.primary).toBe(second.claim.totalCharge);
  expect(await sum()).toBe('0');
});

test.each([
  ['no insurance', today.selfPayBilling, 'user-visible', /no insurance/],
  ['not in billing', today.review, 'user-visible', /You can submit a claim once/],
  ['already submitted', past.submittedUnpaid, 'changed-elsewhere', /already Submitted/],
  ['already closed', past.closedPaid, 'changed-elsewhere', /already Closed/],
] as const)('refused: %s', async (_name, id, kind, message) => {
  const before = await db.owner('select last from control_numbers order by site, kind');
  await expect(submit(id)).rejects.toMatchObject({ kind, message: expect.stringMatching(message) });
  expect(await db.owner('select last from control_numbers order by site, kind')).toEqual(before);
});

test('a claim no payer would take is not made, and the reasons are told', async () => {
  await db.owner(`update insurances set "MemberId" = null where "PatientId" = $1`, [cast.patients.rosa]);
  await expect(submit(today.billing)).rejects.toMatchObject({
    kind: 'user-visible',
    message: 'The claim was not made. The member ID is missing.',
  });
  expect(await db.owner('select from claims where "VisitId" = $1', [today.billing])).toHaveLength(0);
});

test('an unsigned note keeps the claim back', async () => {
  await db.owner(`update visit_notes set "signedAt" = null where "VisitId" = $1`, [today.billing]);
  await expect(submit(today.billing)).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('not signed'),
  });
});

test('nothing is posted into a closed period', async () => {
  await db.owner(`update sites set "closedBillingPeriodEnd" = '2026-11-30' where site = 'demo'`);
  await expect(submit(today.billing)).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('closed through 11/30/2026'),
  });
});

test('stale, foreign, out of scope and without permission', async () => {
  const lastUpdated = '2026-11-18T12:00:00.000000+00:00';
  const input = { destination: 'submitted' as const, lastUpdated };
  await expect(
    call('billing.submitClaim', { ...input, visitId: today.billing }, { as: 'biller' }),
  ).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { stage: 'billing' } });
  await expect(
    call('billing.submitClaim', { ...input, visitId: cast2.visits.today.billing }, { as: 'biller' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
  await expect(submit(today.billing, 'front')).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(call('billing.ar', { visitId: today.billing }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await expect(
    call('billing.visitsArWarnings', { visitIds: [cast2.visits.today.billing] }, { as: 'biller' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
  const [claim] = await db.owner<{ id: string }>(`select "ClaimId" as id from claims where site = 'demo2' limit 1`);
  await expect(call('billing.claimFile', { id: claim?.id ?? '' }, { as: 'biller' })).rejects.toMatchObject({
    kind: 'not-found',
  });
});

test('AR warnings name only visits that still owe', async () => {
  const visitIds = [past.closedPaid, past.submittedUnpaid, past.submittedPartlyPaid, today.billing];
  const { warnings } = await call('billing.visitsArWarnings', { visitIds }, { as: 'biller' });
  expect(new Set(warnings.map((warning) => warning.visitId))).toEqual(
    new Set([past.submittedUnpaid, past.submittedPartlyPaid]),
  );
  for (const { visitId, primaryAr } of warnings) {
    const ar = await call('billing.ar', { visitId }, { as: 'biller' });
    expect(ar.currentAr.primary).toBe(primaryAr);
    expect(ar.suspectedNeedsRepair).toBe(false);
  }
});
