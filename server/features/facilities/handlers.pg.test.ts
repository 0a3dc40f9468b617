import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const as = { as: 'admin' } as const;
const main = demoId('demo', 'organization', 'main');
const uuid = () => crypto.randomUUID() as never;

const newFacility = (more: object = {}) =>
  ({
    FacilityId: uuid(),
    OrganizationId: main,
    FirstName: null,
    LastName: 'Quayside',
    Address1: '1 Quay Street',
    City: 'Gloucester',
    StateOrProvince: 'MA',
    PostalCode: '01930',
    Phone: '9785550177',
    NationalProviderId: '1234567893',
    RegionId: null,
    TimeZone: 'America/New_York',
    Inactive: false,
    PlacesOfService: ['11', '10'],
    visit_types: [],
    ...more,
  }) as unknown as InputOf<'facilities.create'>;
const visitType = (Name: string, more: object = {}) => ({
  VisitTypeId: crypto.randomUUID(),
  Name,
  IsNonPatientVisit: false,
  isDeleted: false,
  ...more,
});

describe('a facility', () => {
  test('is made, read, changed field by field, archived and brought back; devices hear of each change', async () => {
    const input = newFacility();
    const id = input.FacilityId;
    const before = await api.db.owner(`select from sync_change where entity = 'facilities'`);
    const made = await api.call('facilities.create', input, as);
    expect(made).toMatchObject({ LastName: 'Quayside', visit_types: [] });
    await api.call('facilities.update', { id: id as never, City: 'Rockport' }, as);
    await api.call('facilities.update', { id: id as never, Inactive: true }, as);
    expect(await api.call('facilities.get', { id: id as never }, as)).toMatchObject({
      City: 'Rockport',
      Inactive: true,
    });
    const { facilities } = await api.call('facilities.list', {}, as);
    expect(facilities.at(-1)).toMatchObject({ FacilityId: id, Inactive: true });
    expect(await api.call('facilities.update', { id: id as never, Inactive: false }, as)).toMatchObject({
      Inactive: false,
      LastName: 'Quayside',
    });
    const after = await api.db.owner(`select from sync_change where entity = 'facilities'`);
    expect(after.length - before.length).toBe(4);
    await expect(api.call('facilities.create', input, as)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('has settings of its own; those that are not sent stay, as does what a newer server kept beside them', async () => {
    const input = { ...newFacility(), LastName: 'Named', settings: { patient_mail_name: 'Named Physical Therapy' } };
    const id = input.FacilityId as never;
    expect((await api.call('facilities.create', input, as)).settings).toEqual(input.settings);
    await api.db.owner(
      `update facilities set settings = settings || '{"newer": [1]}' where site = 'demo' and "FacilityId" = $1`,
      [id],
    );
    const kept = await api.call('facilities.update', { id, City: 'Salem' }, as);
    expect(kept.settings).toEqual({ ...input.settings, newer: [1] });
    const emptied = await api.call('facilities.update', { id, settings: { patient_mail_name: null } }, as);
    expect(emptied.settings).toEqual({ patient_mail_name: null, newer: [1] });
    await expect(api.call('facilities.update', { id, settings: { plus: true } } as never, as)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  test('keeps visit types that are not sent, and those deleted with the time of that', async () => {
    const [evaluation, followUp] = [visitType('Evaluation'), visitType('Follow-up')];
    const input = newFacility({ visit_types: [evaluation, followUp] });
    const id = input.FacilityId as never;
    await api.call('facilities.create', input, as);
    const one = await api.call('facilities.update', { id, visit_types: [{ ...followUp, isDeleted: true }] }, as);
    expect(one.visit_types.map(({ Name, deleted_at }) => [Name, deleted_at !== null])).toEqual([
      ['Evaluation', false],
      ['Follow-up', true],
    ]);
    const two = await api.call('facilities.update', { id, visit_types: [{ ...followUp, isDeleted: true }] }, as);
    expect(two.visit_types).toEqual(one.visit_types);
    const shared = { id, visit_types: [visitType('EVALUATION')] };
    await expect(api.call('facilities.update', shared, as)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await api.call('facilities.get', { id }, as)).visit_types).toEqual(one.visit_types);
  });

  test.each([
    ['an NPI whose check digit is wrong', { NationalProviderId: '1234567890' }, 'NationalProviderId'],
    ['a state there is none', { StateOrProvince: 'ZZ' }, 'StateOrProvince'],
    ['a zone there is none', { TimeZone: 'Mars/Olympus' }, 'TimeZone'],
    ['a ZIP code of six digits', { PostalCode: '019300' }, 'PostalCode'],
    ['no place of service', { PlacesOfService: [] }, 'PlacesOfService'],
    ["another site's region", { RegionId: demoId('demo2', 'region', 'main') }, 'RegionId'],
    ["another site's biller", { OrganizationId: demoId('demo2', 'organization', 'main') }, 'OrganizationId'],
  ])('is refused with %s', async (_, more, field) => {
    const input = newFacility(more);
    await expect(api.call('facilities.create', input, as)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { [field]: expect.any(String) },
    });
    const id = input.FacilityId as never;
    await expect(api.call('facilities.get', { id }, as)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('comes with a new biller when all of it is given, and changes one; both are audited', async () => {
    const organization = {
      Name: 'QUAYSIDE PT LLC',
      NationalProviderId: '1234567893',
      TaxId: '123456789',
      Address1: '1 Quay Street',
      City: 'Gloucester',
      StateOrProvince: 'MA' as const,
      PostalCode: '019300001',
      Phone: '9785550177',
      ContactName: 'Billing',
    };
    const input = { ...newFacility({ OrganizationId: uuid() }), organization };
    await api.call('facilities.create', input, as);
    const id = input.FacilityId as never;
    await api.call('facilities.update', { id, organization: { TaxId: '987654321' } }, as);
    const { organizations } = await api.call('facilities.list', {}, as);
    expect(organizations.find((one) => one.OrganizationId === input.OrganizationId)).toMatchObject({
      Name: 'QUAYSIDE PT LLC',
      TaxId: '987654321',
      SubmitterId: '123456789',
    });
    const audited = await api.db.owner<{ action: string }>(
      `select action from audit_entry where entity = 'organizations' and pk = $1 order by id`,
      [input.OrganizationId],
    );
    expect(audited.map(({ action }) => action)).toEqual(['insert', 'update']);
  });

  test('is for who manages facilities, within their site', async () => {
    await expect(api.call('facilities.list', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
    const id = cast2.facilities.lakeside as never;
    await expect(api.call('facilities.update', { id, City: 'Salem' }, as)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a region', () => {
  const { harborview, riverside } = cast.facilities;

  test('takes its facilities from the region they were in, and lets them go when it is deleted', async () => {
    const first = await api.call('facilities.createRegion', { Name: 'Coast', facilityIds: [harborview as never] }, as);
    expect(first).toMatchObject({ Name: 'Coast', facilityIds: [harborview] });
    const both = [harborview, riverside] as never[];
    const second = await api.call('facilities.createRegion', { Name: 'Harbor', facilityIds: both }, as);
    const { regions } = await api.call('facilities.regions', {}, as);
    expect(regions.find((one) => one.RegionId === first.RegionId)?.facilityIds).toEqual([]);
    const id = second.RegionId;
    const renamed = { id, Name: 'Inner harbor', facilityIds: [riverside as never] };
    expect(await api.call('facilities.updateRegion', renamed, as)).toMatchObject({ facilityIds: [riverside] });
    await api.call('facilities.deleteRegion', { id }, as);
    expect(await api.call('facilities.get', { id: riverside as never }, as)).toMatchObject({ RegionId: null });
    await expect(api.call('facilities.deleteRegion', { id }, as)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('needs a name of its own and facilities of the site', async () => {
    await api.call('facilities.createRegion', { Name: 'Valley', facilityIds: [] }, as);
    const again = { Name: 'VALLEY', facilityIds: [] };
    await expect(api.call('facilities.createRegion', again, as)).rejects.toMatchObject({ kind: 'conflict' });
    const foreign = { Name: 'Far away', facilityIds: [cast2.facilities.lakeside as never] };
    await expect(api.call('facilities.createRegion', foreign, as)).rejects.toMatchObject({ kind: 'invalid' });
    const { regions } = await api.call('facilities.regions', {}, as);
    expect(regions.map(({ Name }) => Name)).not.toContain('Far away');
  });
});
