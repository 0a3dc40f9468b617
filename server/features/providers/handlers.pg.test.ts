import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const admin = { as: 'admin' } as const;
const { providers, facilities, payers, users } = cast;
const update = (id: string, changes: object) =>
  api.call('providers.update', { id, ...changes } as InputOf<'providers.update'>, admin);
const week = (...days: { start: string; end: string; FacilityId: string }[][]) =>
  Array.from({ length: 7 }, (_, at) => days[at] ?? []);
const block = (start: string, end: string, FacilityId: string = facilities.harborview) => ({ start, end, FacilityId });

test('a record is written whole, the facilities follow the schedule, and devices hear of it', async () => {
  const device = crypto.randomUUID() as never;
  const { cookie } = await api.call('sync.pull', { device, cookie: null, more: null }, { as: 'front' });
  const saved = await update(providers.ben, {
    Schedule: week([], [block('08:00', '12:00'), block('13:00', '17:30', facilities.riverside)]),
    NotesPermission: 'S',
    notes_permissions: [{ PayerId: payers.medicare, NotesPermission: 'C' }],
    time_off: [{ Start: '2026-12-24T00:00', End: '2026-12-27T00:00', Reason: 'Holidays' }],
    LicenseNumbersByState: { MA: 'PT9', NH: 'PT10' },
  });
  expect(saved).toMatchObject({ FirstName: 'Ben', Type: 'PT', NotesPermission: 'S' });
  expect(saved.FacilityIds.toSorted()).toEqual([facilities.harborview, facilities.riverside].toSorted());
  const { put } = await api.call('sync.pull', { device, cookie, more: null }, { as: 'front' });
  expect(put.map((each) => each.entity)).toEqual(['providers']);
  const { providers: found } = await api.call('providers.list', { providerIds: providers.ben }, { as: 'front' });
  expect(found).toEqual([saved]);
});

test('no one gives themselves more of the notes', async () => {
  await api.db.owner(
    `update users set "individualPermissions" = '{access company,manage users}' where site = 'demo' and "UserId" = $1`,
    [users.pta],
  );
  const [own] = await api.db.owner<{ EmployeeId: string }>(
    `select "EmployeeId" from users where site = 'demo' and "UserId" = $1`,
    [users.pta],
  );
  const change = (changes: object) =>
    api.call('providers.update', { id: own?.EmployeeId, ...changes } as InputOf<'providers.update'>, { as: 'pta' });
  for (const changes of [{ Type: 'PT' }, { NotesPermission: 'F' }, { SupervisorProviderId: null }])
    await expect(change(changes)).rejects.toMatchObject({ kind: 'no-permission' });
  expect(await change({ LicenseNumber: 'PTA77' })).toMatchObject({ LicenseNumber: 'PTA77', Type: 'PTA' });
  await api.db.owner(`update users set "individualPermissions" = '{}' where site = 'demo' and "UserId" = $1`, [
    users.pta,
  ]);
});

test('two people at one record: the second is told, and the first one’s change stays', async () => {
  const { providers: found } = await api.call('providers.list', { providerIds: providers.ben }, admin);
  const base = { LicenseNumber: found[0]?.LicenseNumber ?? null, Schedule: found[0]?.Schedule };
  await update(providers.ben, { LicenseNumber: 'PT1', base });
  await expect(update(providers.ben, { LicenseNumber: 'PT2', base })).rejects.toMatchObject({
    kind: 'changed-elsewhere',
    current: { ProviderId: providers.ben, LicenseNumber: 'PT1' },
  });
  // Somebody else's licence number does not stand in the way of another field, and stays.
  const saved = await update(providers.ben, { NotesPermission: 'S', base: { NotesPermission: 'S' } });
  expect(saved).toMatchObject({ LicenseNumber: 'PT1', NotesPermission: 'S' });
});

test('where someone works stays while their week does, in whatever order the database keeps it', async () => {
  const both = [facilities.riverside, facilities.harborview];
  await update(providers.ben, { Schedule: week([], [block('08:00', '12:00')]) });
  await api.db.owner(`update providers set "FacilityIds" = $2::uuid[] where "ProviderId" = $1`, [providers.ben, both]);
  const same = { Schedule: week([], [{ FacilityId: facilities.harborview, start: '08:00', end: '12:00' }]) };
  expect((await update(providers.ben, same)).FacilityIds).toEqual(both);
  const moved = await update(providers.ben, { Schedule: week([], [], [block('08:00', '12:00')]) });
  expect(moved.FacilityIds).toEqual([facilities.harborview]);
});

test('a chiropractor’s claims carry the taxonomy of their type', async () => {
  expect(await update(providers.ben, { Type: 'OT' })).toMatchObject({ Taxonomy: '225X00000X' });
  await update(providers.ben, { Type: 'PT' });
});

test.each([
  ['times that overlap', { Schedule: week([block('08:00', '12:00'), block('11:00', '13:00')]) }],
  ['a time that ends before it starts', { Schedule: week([block('12:00', '08:00')]) }],
  ['six days', { Schedule: week().slice(1) }],
  ['a facility of no one', { Schedule: week([block('08:00', '12:00', crypto.randomUUID())]) }],
  ['a wrong check digit', { NationalProviderId: '1999990000' }],
  ['a state that does not exist', { LicenseNumbersByState: { ZZ: '1' } }],
  ['a payer twice', { notes_permissions: [0, 1].map(() => ({ PayerId: payers.medicare, NotesPermission: 'N' })) }],
  ['a payer of no one', { notes_permissions: [{ PayerId: crypto.randomUUID(), NotesPermission: 'N' }] }],
  ['a supervisor of a therapist', { SupervisorProviderId: providers.maya }],
  [
    'time off that ends before it starts',
    { time_off: [{ Start: '2026-12-24T00:00', End: '2026-12-23T00:00', Reason: '' }] },
  ],
  [
    'time off from an hour that the clocks go over',
    { time_off: [{ Start: '2027-03-14T02:30', End: '2027-03-14T12:00', Reason: '' }] },
  ],
])('%s is refused and changes nothing', async (_, changes) => {
  const { providers: before } = await api.call('providers.list', { providerIds: providers.owen }, admin);
  await expect(update(providers.owen, changes)).rejects.toMatchObject({ kind: 'invalid' });
  expect((await api.call('providers.list', { providerIds: providers.owen }, admin)).providers).toEqual(before);
});

test('two active providers do not share an NPI', async () => {
  const { providers: found } = await api.call('providers.list', { providerIds: providers.maya }, admin);
  await expect(update(providers.owen, { NationalProviderId: found[0]?.NationalProviderId })).rejects.toMatchObject({
    fields: { NationalProviderId: 'Another provider here has this NPI.' },
  });
});

test('a user gets one record, under their own name', async () => {
  const input = { UserId: users.front, FirstName: 'Somebody', LastName: 'Else' } as never;
  const made = await api.call('providers.create', input, admin);
  expect(made).toMatchObject({ FirstName: 'Fern', LastName: 'Delacroix', Type: 'PT', NotesPermission: 'F' });
  expect((await api.call('session.setup', {}, { as: 'front' })).currentUser.EmployeeId).toBe(made.ProviderId);
  await expect(api.call('providers.create', input, admin)).rejects.toMatchObject({ kind: 'conflict' });
});

test('records are for who manages users; anyone reads them', async () => {
  await expect(
    api.call('providers.update', { id: providers.ben, Inactive: true } as never, { as: 'biller' }),
  ).rejects.toMatchObject({ kind: 'no-permission' });
  expect((await api.call('providers.list', {}, { as: 'biller' })).providers.length).toBeGreaterThanOrEqual(8);
  await expect(api.call('providers.list', { providerIds: 'me' }, admin)).rejects.toMatchObject({ kind: 'invalid' });
});
