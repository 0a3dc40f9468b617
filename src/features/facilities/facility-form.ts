import { z } from 'zod';
import { isNpi } from '#contract/base/npi.ts';
import { nationalDigits, phoneSentence } from '#contract/base/phone.ts';
import { UsState } from '#contract/base/us-states.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Organization } from '#contract/facilities/organization.ts';
import type { VisitTypeChange } from '#contract/facilities/visit-type-change.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';

const line = (max: number, missing: string) => z.string().trim().min(1, missing).max(max, `At most ${max} characters.`);
const digits = (text: string) => text.replace(/\D/g, '');
const digitsOf = (counts: readonly number[], sentence: string) =>
  z.string().refine((text) => counts.includes(digits(text).length), { error: sentence });
const isPhone = (text: string) => nationalDigits(text) !== null;
const npiSentence = 'This is not a valid NPI. Enter ten digits with a correct check digit.';
const state = z.string({ error: 'Choose the state.' }).refine((code) => UsState.safeParse(code).success, {
  error: 'Choose the state.',
});

const whole = (least: number, most: number, sentence: string) =>
  z.number({ error: sentence }).int(sentence).min(least, sentence).max(most, sentence);

const BillerForm = z.object({
  Name: line(60, 'Enter the legal name.'),
  NationalProviderId: z.string().refine((text) => isNpi(digits(text)), { error: npiSentence }),
  TaxId: digitsOf([9], 'Enter a tax ID with nine digits.'),
  Address1: line(55, 'Enter the street.'),
  City: line(30, 'Enter the city.'),
  StateOrProvince: state,
  PostalCode: digitsOf([9], 'Enter nine digits, such as 01970-1212.'),
  Phone: z.string().refine(isPhone, { error: phoneSentence }),
  ContactName: line(60, 'Enter a contact for payers.'),
});
export type BillerValues = { [K in keyof z.input<typeof BillerForm>]: string };

/** What is typed; empty text is a missing value. The sentences are the form's own, the limits the contract's. */
export const FacilityForm = z.object({
  Name: line(80, 'Enter the name.'),
  Phone: z.string().refine((text) => text === '' || isPhone(text), { error: phoneSentence }),
  NationalProviderId: z.string().refine((text) => text === '' || isNpi(digits(text)), { error: npiSentence }),
  RegionId: z.string().nullable(),
  TimeZone: z.string({ error: 'Choose the time zone.' }).min(1, 'Choose the time zone.'),
  Address1: line(120, 'Enter the street.'),
  City: line(60, 'Enter the city.'),
  StateOrProvince: state,
  PostalCode: digitsOf([5, 9], 'Enter a ZIP code with five or nine digits.'),
  PlacesOfService: z.array(z.string()).min(1, 'Choose at least one place of service.'),
  patient_mail_name: z.string().max(80, 'At most 80 characters.'),
  visit_types: z.array(
    z
      .object({
        VisitTypeId: z.string(),
        Name: line(60, 'Enter a name.'),
        Minutes: whole(5, 480, 'Enter 5 to 480 minutes.'),
        Capacity: whole(1, 60, 'Enter 1 to 60.'),
      })
      .loose(),
  ),
  rooms: z.array(
    z.object({ RoomId: z.string(), Name: line(60, 'Enter a name.'), Capacity: whole(1, 60, 'Enter 1 to 60.') }).loose(),
  ),
  OrganizationId: z.string(),
  organization: BillerForm,
});

export type VisitTypeValue = Required<Omit<VisitTypeChange, 'Discipline'>> &
  Pick<VisitTypeChange, 'Discipline'> & { isNew: boolean };
export type RoomValue = { RoomId: string; Name: string; Capacity: number; Inactive: boolean; isNew: boolean };
export type FacilityFormValues = {
  Name: string;
  Phone: string;
  NationalProviderId: string;
  RegionId: string | null;
  TimeZone: string;
  Address1: string;
  City: string;
  StateOrProvince: string | null;
  PostalCode: string;
  PlacesOfService: string[];
  patient_mail_name: string;
  visit_types: VisitTypeValue[];
  rooms: RoomValue[];
  OrganizationId: string;
  organization: BillerValues;
};

export const emptyBiller: BillerValues = {
  Name: '',
  NationalProviderId: '',
  TaxId: '',
  Address1: '',
  City: '',
  StateOrProvince: '',
  PostalCode: '',
  Phone: '',
  ContactName: '',
};

export function billerOf(organization: Organization): BillerValues {
  const { Name, NationalProviderId, TaxId, Address1, City, StateOrProvince, PostalCode, Phone, ContactName } =
    organization;
  return { Name, NationalProviderId, TaxId, Address1, City, StateOrProvince, PostalCode, Phone, ContactName };
}

/** A new facility begins with who bills for the others, and in the clinic's zone. */
export function emptyFacility(
  TimeZone: string,
  biller: Organization | undefined,
  newBillerId: string,
): FacilityFormValues {
  return {
    Name: '',
    Phone: '',
    NationalProviderId: '',
    RegionId: null,
    TimeZone,
    Address1: '',
    City: '',
    StateOrProvince: null,
    PostalCode: '',
    PlacesOfService: ['11'],
    patient_mail_name: '',
    visit_types: [],
    rooms: [],
    OrganizationId: biller?.OrganizationId ?? newBillerId,
    organization: biller ? billerOf(biller) : emptyBiller,
  };
}

export function formOf(facility: Facility, biller: Organization | undefined): FacilityFormValues {
  return {
    Name: facility.LastName ?? facility.FirstName ?? '',
    Phone: facility.Phone ?? '',
    NationalProviderId: facility.NationalProviderId ?? '',
    RegionId: facility.RegionId,
    TimeZone: facility.TimeZone,
    Address1: facility.Address1,
    City: facility.City,
    StateOrProvince: facility.StateOrProvince,
    PostalCode: facility.PostalCode,
    PlacesOfService: [...facility.PlacesOfService],
    patient_mail_name: facilitySettingsFrom(facility).patient_mail_name ?? '',
    visit_types: facility.visit_types.map(({ deleted_at, ...type }) => ({
      ...type,
      isDeleted: deleted_at !== null,
      isNew: false,
    })),
    rooms: facility.rooms.map((room) => ({ ...room, isNew: false })),
    OrganizationId: facility.OrganizationId,
    organization: biller ? billerOf(biller) : emptyBiller,
  };
}

type Sent = Omit<InputOf<'facilities.create'>, 'FacilityId' | 'Inactive'>;

/** What the contract takes of a form that passed its schema. */
export function fieldsOf(values: FacilityFormValues): Sent {
  const { organization: biller } = values;
  const sent = {
    OrganizationId: values.OrganizationId,
    FirstName: null,
    LastName: values.Name.trim(),
    Address1: values.Address1.trim(),
    City: values.City.trim(),
    StateOrProvince: values.StateOrProvince,
    PostalCode: digits(values.PostalCode),
    Phone: nationalDigits(values.Phone),
    NationalProviderId: digits(values.NationalProviderId) || null,
    RegionId: values.RegionId,
    TimeZone: values.TimeZone,
    PlacesOfService: values.PlacesOfService,
    settings: { patient_mail_name: values.patient_mail_name.trim() || null },
    visit_types: values.visit_types.map(({ isNew: _, ...type }) => ({ ...type, Name: type.Name.trim() })),
    rooms: values.rooms.map(({ isNew: _, ...room }) => ({ ...room, Name: room.Name.trim() })),
    organization: {
      Name: biller.Name.trim(),
      NationalProviderId: digits(biller.NationalProviderId),
      TaxId: digits(biller.TaxId),
      Address1: biller.Address1.trim(),
      City: biller.City.trim(),
      StateOrProvince: biller.StateOrProvince,
      PostalCode: digits(biller.PostalCode),
      Phone: nationalDigits(biller.Phone) ?? '',
      ContactName: biller.ContactName.trim(),
    },
  };
  // The form's schema has checked states, places and ids against the contract's lists.
  return sent as unknown as Sent;
}
