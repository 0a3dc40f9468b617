import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidFrom } from '#contract/base/ids.ts';
import type { InputOf } from '#contract/endpoints.ts';
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

let made = 0;
const newId = () => uuidFrom(1_790_000_000_000, new Uint8Array(10).fill((made += 1)));
function newPatient(
  changes: Partial<InputOf<'patients.create'>['patient']> = {},
  PayerId: string = cast.payers.unitedShield,
): InputOf<'patients.create'> {
  const patient = {
    PatientId: newId(),
    FirstName: 'Juniper',
    MiddleName: null,
    LastName: 'Ashdown',
    PreferredName: null,
    Pronouns: null,
    DateOfBirth: '1990-02-28',
    Sex: 'F' as const,
    Phone: '9785558181',
    Email: 'juniper@example.org',
    Address1: '1 Elm Street',
    City: 'Salem',
    StateOrProvince: 'MA',
    PostalCode: '01970',
    alerts: [],
    FacilityId: cast.facilities.harborview,
    ...changes,
  };
  const insurance = {
    InsuranceId: newId(),
    PayerId,
    Priority: 1,
    MemberId: 'X1',
    GroupNumber: null,
    Relationship: '18' as const,
    Subscriber: null,
    StartDate: null,
    EndDate: null,
  };
  return { patient, insurances: [insurance] };
}

test('a page mark that is not ours is refused', async () => {
  await expect(call('patients.list', { after: 'x' }, { as: 'front' })).rejects.toMatchObject({ kind: 'invalid' });
});

test('a chart has its insurances and cases, those of other facilities only for who sees them', async () => {
  const chart = await call('patients.get', { id: cast.patients.nguyen }, { as: 'front' });
  expect(chart.insurances).toHaveLength(1);
  expect(chart.cases).toHaveLength(1);
  const fromHarborview = await call('patients.get', { id: cast.patients.nguyen }, { as: 'pta' });
  expect(fromHarborview.cases).toHaveLength(0);
});

test("another site's patient does not exist here", async () => {
  await expect(call('patients.get', { id: cast2.patients.ada }, { as: 'admin' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(
    call('patients.update', { id: cast2.patients.ada, changes: { Phone: '1' } }, { as: 'admin' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
});

test("a new patient is kept with the client's ids", async () => {
  const input = newPatient();
  const chart = await call('patients.create', input, { as: 'front' });
  expect(chart.patient).toMatchObject({ ...input.patient, Type: 'P', DeathDate: null });
  expect(chart.insurances).toMatchObject(input.insurances);
  expect(await call('patients.get', { id: input.patient.PatientId }, { as: 'pt' })).toEqual(chart);
});

test('an id that is taken is a conflict and changes nothing', async () => {
  const first = newPatient();
  await call('patients.create', first, { as: 'front' });
  const again = { ...first, patient: { ...first.patient, LastName: 'Other' } };
  await expect(call('patients.create', again, { as: 'front' })).rejects.toMatchObject({
    kind: 'conflict',
    current: { LastName: 'Ashdown' },
  });
  const policy = newPatient();
  policy.insurances[0] = { ...policy.insurances[0]!, InsuranceId: first.insurances[0]!.InsuranceId };
  await expect(call('patients.create', policy, { as: 'front' })).rejects.toMatchObject({ kind: 'conflict' });
  await expect(call('patients.get', { id: policy.patient.PatientId }, { as: 'front' })).rejects.toMatchObject({
    kind: 'not-found',
  });
});

test('who may not edit patients is refused', async () => {
  await expect(call('patients.create', newPatient(), { as: 'pta' })).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(
    call('patients.update', { id: cast.patients.rosa, changes: { Phone: '1' } }, { as: 'pta' }),
  ).rejects.toMatchObject({ kind: 'no-permission' });
});

test('a facility or payer of another site is named, nothing is written', async () => {
  const foreign = newPatient({ FacilityId: cast2.facilities.lakeside });
  await expect(call('patients.create', foreign, { as: 'front' })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { FacilityId: expect.any(String) },
  });
  const payer = newPatient({}, '00000000-0000-4000-8000-000000000001');
  await expect(call('patients.create', payer, { as: 'front' })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { 'insurances.0.PayerId': expect.any(String) },
  });
});

test('only the fields sent change', async () => {
  const before = await call('patients.get', { id: cast.patients.walter }, { as: 'front' });
  const { patient } = await call(
    'patients.update',
    { id: cast.patients.walter, changes: { Phone: '9785550000', PreferredName: null } },
    { as: 'front' },
  );
  expect(patient).toEqual({
    ...before.patient,
    Phone: '9785550000',
    PreferredName: null,
    updated_at: patient.updated_at,
  });
  expect(patient.updated_at > before.patient.updated_at).toBe(true);
});

test.each(['000-000-0000', '6.02555E+09', '📞 6025550101', '555-0101'])(
  'a phone of %j is refused at its field; one that is there already stays',
  async (Phone) => {
    const refused = {
      kind: 'invalid',
      message: 'Enter a phone number with ten digits. Nothing was changed.',
      fields: { Phone: 'Enter a phone number with ten digits.' },
    };
    const input = newPatient({ Phone });
    await expect(call('patients.create', input, { as: 'front' })).rejects.toMatchObject(refused);
    const change = (changes: object) =>
      call('patients.update', { id: cast.patients.walter, changes } as never, { as: 'front' });
    await expect(change({ Phone })).rejects.toMatchObject(refused);
    await db.owner(`update patients set "Phone" = $2 where site = 'demo' and "PatientId" = $1`, [
      cast.patients.walter,
      Phone,
    ]);
    expect((await change({ Phone, City: 'Salem' })).patient).toMatchObject({ Phone, City: 'Salem' });
    const foreign = '+47 22 12 34 56';
    expect((await change({ Phone: foreign })).patient.Phone).toBe(foreign);
  },
);

const address = { Address1: '1 Elm Street', City: 'Salem', StateOrProvince: 'MA', PostalCode: '01970' };

test('no one is born after today in the clinic, nor more than 130 years ago', async () => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const refused = { kind: 'invalid', fields: { DateOfBirth: 'The birth date is in the future.' } };
  await expect(call('patients.create', newPatient({ DateOfBirth: day(2) }), { as: 'front' })).rejects.toMatchObject(
    refused,
  );
  const input = newPatient({ DateOfBirth: day(-2) });
  const { patient } = await call('patients.create', input, { as: 'front' });
  const change = (DateOfBirth: string) =>
    call('patients.update', { id: patient.PatientId, changes: { DateOfBirth } }, { as: 'front' });
  await expect(change('2962-05-12')).rejects.toMatchObject(refused);
  await expect(change('1795-05-12')).rejects.toMatchObject({ kind: 'invalid' });
  expect((await change('1980-05-12')).patient.DateOfBirth).toBe('1980-05-12');
  const { patient: person, insurances } = newPatient();
  const Subscriber = {
    FirstName: 'Ida',
    LastName: 'Ashdown',
    DateOfBirth: '2985-03-04',
    Sex: 'F' as const,
    ...address,
  };
  const ofSpouse = insurances.map((one) => ({ ...one, Relationship: '01' as const, Subscriber }));
  await expect(
    call('patients.create', { patient: person, insurances: ofSpouse }, { as: 'front' }),
  ).rejects.toMatchObject({
    kind: 'invalid',
    fields: { 'insurances.0.Subscriber.DateOfBirth': 'The birth date is in the future.' },
  });
});
