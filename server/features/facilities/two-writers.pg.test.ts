import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointName, InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const admin = { as: 'admin' } as const;
const { harborview, riverside } = cast.facilities;
const write = (name: EndpointName, input: object) => api.call(name, input as InputOf<EndpointName>, admin);
const found = <T extends object>(rows: readonly T[], key: keyof T, id: string): T =>
  rows.find((row) => row[key] === id) ?? expect.fail(`${id} is gone`);
let count = 0;
const newName = (what: string) => `${what} ${(count += 1)}`;

test('two rooms, types and billers changed at once: each field of each is merged by itself', async () => {
  const id = harborview as never;
  const room = (Name: string) => ({ RoomId: crypto.randomUUID(), Name, Capacity: 2, Inactive: false });
  const [gym, pool] = [room(newName('Gym')), room(newName('Pool'))];
  const type = {
    VisitTypeId: crypto.randomUUID(),
    Name: newName('Type'),
    IsNonPatientVisit: false,
    Minutes: 45,
    isDeleted: false,
  };
  await write('facilities.update', { id, rooms: [gym, pool], visit_types: [type], PlacesOfService: ['11'] });
  const { organizations } = await api.call('facilities.list', {}, admin);
  const { OrganizationId } = await api.call('facilities.get', { id }, admin);
  const { ContactName, Phone } = found(organizations, 'OrganizationId', OrganizationId);
  const base = {
    rooms: [gym, pool],
    visit_types: [type],
    PlacesOfService: ['11'],
    settings: { patient_mail_name: null },
    OrganizationId,
    organization: { ContactName, Phone },
  };
  const save = (changes: object) => write('facilities.update', { id, base, ...changes });

  await save({
    rooms: [{ ...gym, Capacity: 5 }],
    visit_types: [{ ...type, isDeleted: true }],
    PlacesOfService: ['11', '10'],
    organization: { Phone: '9785550111' },
  });
  await save({
    rooms: [
      { ...gym, Name: 'Great gym' },
      { ...pool, Inactive: true },
    ],
    visit_types: [{ ...type, Minutes: 30, Discipline: 'OT' }],
    PlacesOfService: ['11', '12'],
    settings: { patient_mail_name: 'Harborview' },
    organization: { ContactName: 'Ida Lund' },
  });
  const after = await api.call('facilities.get', { id }, admin);
  expect(after.rooms).toEqual(
    expect.arrayContaining([
      { ...gym, Name: 'Great gym', Capacity: 5 },
      { ...pool, Inactive: true },
    ]),
  );
  expect(found(after.visit_types, 'VisitTypeId', type.VisitTypeId)).toMatchObject({
    Minutes: 30,
    Discipline: 'OT',
    deleted_at: expect.any(String),
  });
  expect(after.PlacesOfService.toSorted()).toEqual(['10', '11', '12']);
  const { organizations: now } = await api.call('facilities.list', {}, admin);
  expect(found(now, 'OrganizationId', OrganizationId)).toMatchObject({ Phone: '9785550111', ContactName: 'Ida Lund' });

  for (const changes of [
    { rooms: [{ ...gym, Capacity: 7 }] },
    { visit_types: [{ ...type, Minutes: 50 }] },
    { organization: { Phone: '9785550122' } },
    { settings: { patient_mail_name: 'Mine' } },
  ])
    await expect(save(changes)).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { FacilityId: id } });
});

test('what was changed of one biller is not written to another whom someone else has chosen since', async () => {
  const id = riverside as never;
  const { OrganizationId } = await api.call('facilities.get', { id }, admin);
  expect(OrganizationId).toBe(demoId('demo', 'organization', 'main'));
  const { organizations } = await api.call('facilities.list', {}, admin);
  const {
    Taxonomy: _1,
    SubmitterId: _2,
    ReceiverId: _3,
    ReceiverName: _4,
    ...main
  } = found(organizations, 'OrganizationId', OrganizationId);
  const other = crypto.randomUUID();
  const { OrganizationId: _, ...fields } = main;
  await write('facilities.update', { id, OrganizationId: other, organization: { ...fields, Name: newName('Other') } });
  const mine = { OrganizationId, organization: { ContactName: 'Of the first' } };
  const base = { OrganizationId, organization: { ContactName: main.ContactName } };
  await expect(write('facilities.update', { id, ...mine, base })).rejects.toMatchObject({ kind: 'changed-elsewhere' });
});

test('a facility that someone else has put into a region since is not taken out of it', async () => {
  const [first, second, third] = [newName('Region'), newName('Region'), newName('Region')];
  const make = (Name: string, facilityIds: string[], base?: object) =>
    api.call('facilities.createRegion', { Name, facilityIds, base } as never, admin);
  const seenIn = async (id: string) => (await api.call('facilities.get', { id: id as never }, admin)).RegionId;
  const base = { regionOf: { [riverside]: await seenIn(riverside) } };
  const { RegionId } = await make(first, []);
  const theirs = await make(second, [riverside]);
  const moved = { kind: 'changed-elsewhere', message: expect.stringMatching(/^Someone else moved one of these/) };
  await expect(make(third, [riverside], base)).rejects.toMatchObject(moved);
  const mine = { id: RegionId, Name: first, facilityIds: [riverside] };
  const seen = { Name: first, facilityIds: [], ...base };
  await expect(write('facilities.updateRegion', { ...mine, base: seen })).rejects.toMatchObject(moved);
  expect(await seenIn(riverside)).toBe(theirs.RegionId);
  // One that left with the region's own form is not brought back by who has it open, either.
  const left = { id: theirs.RegionId, Name: second, facilityIds: [] };
  await write('facilities.updateRegion', left);
  const stale = { ...left, Name: third, facilityIds: [riverside], base: { Name: second, facilityIds: [riverside] } };
  expect(await write('facilities.updateRegion', stale)).toMatchObject({ Name: third, facilityIds: [] });
  expect(await seenIn(riverside)).toBeNull();
  // Who has seen where it is now takes it.
  await write('facilities.updateRegion', { ...mine, base: { ...seen, regionOf: { [riverside]: null } } });
  expect(await seenIn(riverside)).toBe(RegionId);
});
