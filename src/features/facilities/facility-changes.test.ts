import { expect, test } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { Organization } from '#contract/facilities/organization.ts';
import { facility as row, testId } from '#contract/testing/rows.ts';
import { changesOf, formNow, rebaseFacility } from './facility-changes.ts';
import { billerOf, formOf, type FacilityFormValues } from './facility-form.ts';

const room = (n: number, Name: string) => ({ RoomId: testId(n), Name, Capacity: 2, Inactive: false });
const known = Facility.parse({ ...row, rooms: [room(75, 'Gym'), room(76, 'Pool')] });
const biller = Organization.parse({
  OrganizationId: row.OrganizationId,
  Name: 'Harborview Billing',
  NationalProviderId: '1234567893',
  TaxId: '930000000',
  Taxonomy: '261QP2000X',
  Address1: '1 Pier Road',
  City: 'Portland',
  StateOrProvince: 'OR',
  PostalCode: '972010000',
  Phone: '5035550100',
  ContactName: 'Ida Lund',
  SubmitterId: 'A',
  ReceiverId: 'B',
  ReceiverName: 'C',
});
const other = Organization.parse({
  ...biller,
  OrganizationId: testId(77),
  Name: 'Valley Billing',
  Phone: '5035550111',
});
const opened = formOf(known, biller);
const typed = (changes: Partial<FacilityFormValues>): FacilityFormValues => ({ ...opened, ...changes });

test('what was changed is sent with what it was', () => {
  const [gym, pool] = opened.rooms;
  const rooms = [{ ...gym, Name: 'Great gym' }, pool, { ...room(78, 'Tank'), isNew: true }] as typeof opened.rooms;
  const after = typed({ City: 'Salem', rooms, patient_mail_name: 'Harborview PT' });
  expect(changesOf(opened, after, { known, chosen: null })).toEqual({
    City: 'Salem',
    settings: { patient_mail_name: 'Harborview PT' },
    rooms: [room(75, 'Great gym'), room(78, 'Tank')],
    base: { City: row.City, settings: { patient_mail_name: null }, rooms: [room(75, 'Gym')] },
  });
});

test('a name that an older row has elsewhere is sent over what that row says', () => {
  const older = { ...known, FirstName: 'Harborview', LastName: null };
  const before = formOf(older, biller);
  const { base } = changesOf(before, { ...before, Name: 'Pier' }, { known: older, chosen: null });
  expect(base).toEqual({ LastName: null });
});

test('of another biller only what was typed is sent, over how they were when they were chosen', () => {
  const chosen = billerOf(other);
  const after = typed({ OrganizationId: other.OrganizationId, organization: { ...chosen, ContactName: 'Max Orr' } });
  expect(changesOf(opened, after, { known, chosen })).toEqual({
    OrganizationId: other.OrganizationId,
    organization: { ContactName: 'Max Orr' },
    base: { OrganizationId: biller.OrganizationId, organization: { ContactName: 'Ida Lund' } },
  });
  const made = changesOf(opened, after, { known, chosen: null });
  expect(made).toMatchObject({ organization: { Name: 'Valley Billing', TaxId: '930000000', ContactName: 'Max Orr' } });
});

const now = (changes: object, bills: Organization = biller) =>
  formNow({ ...known, OrganizationId: bills.OrganizationId, ...changes, organization: bills }) ?? opened;

test('what was typed goes over what someone else has made of the facility, each room by itself', () => {
  const rooms = opened.rooms.map((one) => (one.Name === 'Pool' ? { ...one, Name: 'Pool two' } : one));
  const theirs = now(
    { City: 'Lynn', rooms: [room(75, 'Great gym'), room(76, 'Tank')] },
    { ...biller, Phone: '5035550177' },
  );
  const values = typed({ rooms, organization: { ...opened.organization, ContactName: 'Ida Lund-Berg' } });
  expect(rebaseFacility(theirs, { before: opened, values })).toMatchObject({
    City: 'Lynn',
    rooms: [{ Name: 'Great gym' }, { Name: 'Pool two' }],
    organization: { Phone: '5035550177', ContactName: 'Ida Lund-Berg' },
  });
});

test('what was typed of one biller is not brought to another', () => {
  const values = typed({ organization: { ...opened.organization, ContactName: 'Ida Lund-Berg' } });
  const theirs = now({}, other);
  expect(rebaseFacility(theirs, { before: opened, values }).organization).toEqual(billerOf(other));
  const mine = typed({ OrganizationId: other.OrganizationId, organization: billerOf(other) });
  const moved = now({}, { ...biller, Phone: '5035550177' });
  expect(rebaseFacility(moved, { before: opened, values: mine })).toMatchObject({
    OrganizationId: other.OrganizationId,
    organization: billerOf(other),
  });
});

test('what a refusal tells is read, or nothing is shown of it', () => {
  expect(formNow({ ...known, organization: biller })).toEqual(opened);
  expect(formNow({ regionOf: {} })).toBeNull();
});
