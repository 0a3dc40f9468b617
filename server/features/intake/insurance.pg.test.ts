import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  for (const form of builtInForms.map((one) => formIn(one, 'en')))
    await api.db.owner(
      `insert into intake_forms (site, "IntakeFormId", version, language, title, "askedOf", pages)
       values ('demo', $1, 1, 'en', $2, $3, $4) on conflict do nothing`,
      [form.IntakeFormId, form.title, JSON.stringify(form.askedOf), JSON.stringify(form.pages)],
    );
});
afterAll(() => api.close());

const id = cast.patients.rosa as never;
const front = { as: 'front' } as const;
const said = {
  'insurance.pays': 'insurance',
  'insurance.plan': 'Blue Harbor',
  'insurance.member': 'XK-7',
  'insurance.isHolder': true,
};

async function submitted(answers: object, at: string | null = '2026-11-18T08:00:00Z'): Promise<string> {
  const IntakeId = randomUUID();
  await api.db.owner(
    `insert into intakes (site, "IntakeId", "PatientId", forms, "needsProxy", "inputKey", answers, "submittedAt")
     values ('demo', $1, $2, '[{"IntakeFormId": "insurance", "version": 1}]', false, repeat('k', 43), $3, $4)`,
    [IntakeId, id, answers, at],
  );
  return IntakeId;
}
const pending = async () => (await api.call('intake.insurance', { id }, front)).entered;
const policies = async () => (await api.call('patients.get', { id }, front)).insurances;
const policy = (IntakeId: string, more: object = {}) =>
  ({
    IntakeId,
    InsuranceId: randomUUID(),
    PayerId: cast.payers.medicare,
    Priority: 3,
    MemberId: 'XK-7',
    GroupNumber: null,
    Relationship: '18',
    Subscriber: null,
    StartDate: null,
    EndDate: null,
    ...more,
  }) as never;
const unborn = {
  FirstName: 'Ida',
  LastName: 'Brook',
  Sex: 'F',
  Address1: '1 Elm St',
  City: 'Peoria',
  StateOrProvince: 'IL',
  PostalCode: '61602',
};
const accept = (IntakeId: string, more: object = {}) =>
  api.call('intake.acceptInsurance', policy(IntakeId, more), front);
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (cause: Error) => cause.message,
  );

beforeEach(async () => {
  await api.db.owner('delete from insurance_reviews');
  await api.db.owner('delete from intakes');
  await api.db.owner(`delete from insurances where site = 'demo' and "PatientId" = $1 and "Priority" = 3`, [id]);
});

test('what was sent waits to be looked at; what is not sent yet, or on file, does not', async () => {
  await submitted(said, null);
  expect(await pending()).toBeNull();
  const IntakeId = await submitted(said);
  expect(await pending()).toMatchObject({ IntakeId, plan: 'Blue Harbor', member: 'XK-7', holder: null, front: null });
  await api.db.owner(`update insurances set "MemberId" = 'xk7' where site = 'demo' and "PatientId" = $1`, [id]);
  expect(await pending()).toBeNull();
  await api.db.owner(`update insurances set "MemberId" = '1EG4' where site = 'demo' and "PatientId" = $1`, [id]);
});

test('the card of a policy that had ended when it was sent waits; of one that ended since it does not come again', async () => {
  const end = (day: string | null) =>
    api.db.owner(
      `update insurances set "MemberId" = 'XK-7', "EndDate" = $2 where site = 'demo' and "PatientId" = $1 and "Priority" = 1`,
      [id, day],
    );
  const IntakeId = await submitted(said);
  await end('2026-11-17');
  expect(await pending()).toMatchObject({ IntakeId });
  await end('2026-11-18');
  expect(await pending()).toBeNull();
  await end(null);
  await api.db.owner(`update insurances set "MemberId" = '1EG4' where site = 'demo' and "PatientId" = $1`, [id]);
  await accept(IntakeId);
  await api.db.owner(
    `update insurances set "EndDate" = '2026-11-19' where site = 'demo' and "PatientId" = $1 and "Priority" = 3`,
    [id],
  );
  expect(await pending()).toBeNull();
  const again = await submitted(said, '2026-12-02T15:00:00Z');
  expect(await pending()).toMatchObject({ IntakeId: again });
});

test('accepted, it is one more policy, and no other one is changed', async () => {
  const before = await policies();
  const IntakeId = await submitted(said);
  const made = await accept(IntakeId);
  expect(made).toMatchObject({ PatientId: id, MemberId: 'XK-7', Priority: 3 });
  expect(await policies()).toEqual([...before, made]);
  expect(await pending()).toBeNull();
});

test('a place that is taken, a payer that is none and a missing holder are refused, and it still waits', async () => {
  const before = await policies();
  const IntakeId = await submitted(said);
  expect(await problemOf(accept(IntakeId, { Priority: before[0]?.Priority }))).toMatch(
    /already has a policy in this place/,
  );
  expect(await problemOf(accept(IntakeId, { PayerId: randomUUID() }))).toMatch(/^This payer was not found\./);
  expect(await problemOf(accept(IntakeId, { Relationship: '01' }))).toMatch(/^Enter the policy holder/);
  const holder = { ...unborn, DateOfBirth: '9999-03-04' };
  expect(await problemOf(accept(IntakeId, { Relationship: '01', Subscriber: holder }))).toBe(
    'The birth date is in the future. Nothing was changed.',
  );
  expect(await policies()).toEqual(before);
  expect(await pending()).toMatchObject({ IntakeId });
});

test('of two people the first decides', async () => {
  const before = await policies();
  const IntakeId = await submitted(said);
  const results = await Promise.all([problemOf(accept(IntakeId)), problemOf(accept(IntakeId))]);
  expect(results.filter((one) => one === null)).toHaveLength(1);
  expect(results).toContain('Someone else has already reviewed this insurance. Nothing was changed.');
  expect(await policies()).toHaveLength(before.length + 1);
});

test('refused with a reason, it waits no more, and a newer one does', async () => {
  const before = await policies();
  const IntakeId = await submitted(said);
  await api.call('intake.refuseInsurance', { IntakeId: IntakeId as never, reason: 'Card of another person' }, front);
  expect(await pending()).toBeNull();
  expect(await problemOf(accept(IntakeId))).toMatch(/^Someone else has already reviewed/);
  expect(await policies()).toEqual(before);
  const next = await submitted({ ...said, 'insurance.member': 'XK-8' }, '2026-11-19T08:00:00Z');
  expect(await pending()).toMatchObject({ IntakeId: next, member: 'XK-8' });
});
