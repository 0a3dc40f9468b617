import type { Discipline, ProviderType } from '#contract/providers/provider.ts';
import { demoId, demoNpi } from './ids.ts';

export type FacilitySpec = {
  key: string;
  name: string;
  Address1: string;
  City: string;
  StateOrProvince: string;
  PostalCode: string;
  Phone: string;
};
export type ProviderSpec = {
  key: string;
  FirstName: string;
  LastName: string;
  Type: ProviderType;
  facility: string;
  supervisor?: string;
  /** The demo user of this provider; the others get an own login. */
  user?: 'pt' | 'pta';
};
export type ClinicSpec = {
  site: 'demo' | 'demo2';
  name: string;
  timeZone: string;
  region: string;
  legalName: string;
  taxId: string;
  /** First of the NPIs this clinic uses. */
  npiFrom: number;
  seed: number;
  facilities: FacilitySpec[];
  providers: ProviderSpec[];
};

export const harborview: ClinicSpec = {
  site: 'demo',
  name: 'Harborview Therapy',
  timeZone: 'America/New_York',
  region: 'North Shore',
  legalName: 'HARBORVIEW THERAPY LLC',
  taxId: '043217659',
  npiFrom: 0,
  seed: 20_261_118,
  facilities: [
    {
      key: 'harborview',
      name: 'Harborview',
      Address1: '12 Wharf Street',
      City: 'Salem',
      StateOrProvince: 'MA',
      PostalCode: '019701212',
      Phone: '9785550110',
    },
    {
      key: 'riverside',
      name: 'Riverside',
      Address1: '480 Mill Road',
      City: 'Beverly',
      StateOrProvince: 'MA',
      PostalCode: '019154080',
      Phone: '9785550120',
    },
  ],
  providers: [
    { key: 'maya', FirstName: 'Maya', LastName: 'Okafor', Type: 'PT', facility: 'harborview', user: 'pt' },
    {
      key: 'tess',
      FirstName: 'Tess',
      LastName: 'Lindqvist',
      Type: 'PTA',
      facility: 'harborview',
      supervisor: 'maya',
      user: 'pta',
    },
    { key: 'owen', FirstName: 'Owen', LastName: 'Achterberg', Type: 'OT', facility: 'harborview' },
    { key: 'clara', FirstName: 'Clara', LastName: 'Benedetti', Type: 'SLP', facility: 'harborview' },
    { key: 'ben', FirstName: 'Ben', LastName: 'Sandoval', Type: 'PT', facility: 'riverside' },
    { key: 'priya', FirstName: 'Priya', LastName: 'Raman', Type: 'OT', facility: 'riverside' },
    {
      key: 'jonah',
      FirstName: 'Jonah',
      LastName: 'Whitfield',
      Type: 'OTA',
      facility: 'riverside',
      supervisor: 'priya',
    },
    { key: 'hank', FirstName: 'Hank', LastName: 'Dubois', Type: 'DC', facility: 'riverside' },
  ],
};

export const lakeside: ClinicSpec = {
  site: 'demo2',
  name: 'Lakeside Rehab',
  timeZone: 'America/Chicago',
  region: 'Lakes',
  legalName: 'LAKESIDE REHAB PC',
  taxId: '364418207',
  npiFrom: 60,
  seed: 7_071_977,
  facilities: [
    {
      key: 'lakeside',
      name: 'Lakeside',
      Address1: '900 Shore Drive',
      City: 'Evanston',
      StateOrProvince: 'IL',
      PostalCode: '602013300',
      Phone: '8475550140',
    },
  ],
  providers: [
    { key: 'ingrid', FirstName: 'Ingrid', LastName: 'Solberg', Type: 'PT', facility: 'lakeside', user: 'pt' },
    {
      key: 'theo',
      FirstName: 'Theo',
      LastName: 'Marks',
      Type: 'PTA',
      facility: 'lakeside',
      supervisor: 'ingrid',
      user: 'pta',
    },
    { key: 'mabel', FirstName: 'Mabel', LastName: 'Prince', Type: 'OT', facility: 'lakeside' },
    { key: 'felix', FirstName: 'Felix', LastName: 'Arroyo', Type: 'SLP', facility: 'lakeside' },
  ],
};

const taxonomies: Record<ProviderType, string> = {
  PT: '225100000X',
  PTA: '225200000X',
  OT: '225X00000X',
  OTA: '224Z00000X',
  SLP: '235Z00000X',
  DC: '111N00000X',
};

export const visitTypes: Record<Discipline, { eval: string; followUp: string }> = {
  PT: { eval: 'PT Evaluation', followUp: 'PT Follow-up' },
  OT: { eval: 'OT Evaluation', followUp: 'OT Follow-up' },
  SLP: { eval: 'Speech Evaluation', followUp: 'Speech Follow-up' },
  DC: { eval: 'Chiropractic New Patient', followUp: 'Chiropractic Adjustment' },
};

export function organizationRow(spec: ClinicSpec) {
  const [first] = spec.facilities;
  if (!first) throw new Error('A clinic has at least one facility');
  return {
    site: spec.site,
    OrganizationId: demoId(spec.site, 'organization', 'main'),
    Name: spec.legalName,
    NationalProviderId: demoNpi(spec.npiFrom),
    TaxId: spec.taxId,
    Taxonomy: '261QP2000X',
    Address1: first.Address1,
    City: first.City,
    StateOrProvince: first.StateOrProvince,
    PostalCode: first.PostalCode,
    Phone: first.Phone,
    ContactName: 'Billing Office',
    SubmitterId: spec.taxId,
    ReceiverId: 'MAINSTAYHUB',
    ReceiverName: 'MAINSTAY CLEARINGHOUSE',
  };
}

export function regionRows({ site, region }: ClinicSpec) {
  return [{ site, RegionId: demoId(site, 'region', 'main'), Name: region }];
}

function visitType({ site }: ClinicSpec, Name: string) {
  const VisitTypeId = demoId(site, 'visit type', Name);
  return { VisitTypeId, Name, IsNonPatientVisit: false, Minutes: 45, Overlap: 'ask', Capacity: 1, deleted_at: null };
}

function meeting(spec: ClinicSpec, Name: string, Minutes: number, Overlap: string) {
  return { ...visitType(spec, Name), IsNonPatientVisit: true, Minutes, Overlap };
}

/** Where patients are treated; the gym has room for several. */
function roomRows({ site }: ClinicSpec, facility: string) {
  const rooms = [
    ['Room 1', 1],
    ['Room 2', 1],
    ['Gym', 6],
  ] as const;
  return rooms.map(([Name, Capacity]) => {
    return { RoomId: demoId(site, 'room', `${facility} ${Name}`), Name, Capacity, Inactive: false };
  });
}

/** The clinic's own short lists, by table. */
export function listRows({ site }: ClinicSpec) {
  const Inactive = false;
  const named = (kind: string, names: readonly string[]) =>
    names.map((name) => ({ name, id: demoId(site, kind, name) }));
  return {
    custom_case_inputs: named('case question', ['Sport or occupation', 'Goal in the patient’s words']).map(
      ({ id: CustomCaseInputId, name: Label }) => ({ site, CustomCaseInputId, Label, Inactive }),
    ),
    visit_tags: named('visit tag', ['Call back', 'Needs interpreter', 'Post-op']).map(({ id: TagId, name: Name }) => ({
      site,
      TagId,
      Name,
      Inactive,
    })),
    payer_reporting_types: named('reporting type', ['Commercial', 'Medicare', 'Workers’ compensation']).map(
      ({ id: PayerReportingTypeId, name: Description }) => ({ site, PayerReportingTypeId, Description }),
    ),
  };
}

export function facilityRows(spec: ClinicSpec) {
  return spec.facilities.map(({ key, name, ...place }, at) => ({
    site: spec.site,
    FacilityId: demoId(spec.site, 'facility', key),
    OrganizationId: demoId(spec.site, 'organization', 'main'),
    FirstName: null,
    LastName: name,
    ...place,
    NationalProviderId: demoNpi(spec.npiFrom + 1 + at),
    RegionId: at < 2 ? demoId(spec.site, 'region', 'main') : null,
    TimeZone: spec.timeZone,
    Inactive: false,
    PlacesOfService: ['11', '10', '02', '12'],
    visit_types: [
      ...Object.values(visitTypes).flatMap((types) => [visitType(spec, types.eval), visitType(spec, types.followUp)]),
      meeting(spec, 'Team meeting', 60, 'ask'),
      meeting(spec, 'Lunch', 60, 'ask'),
      meeting(spec, 'Blocked', 30, 'no'),
    ],
    rooms: roomRows(spec, key),
  }));
}

export function providerRows(spec: ClinicSpec) {
  return spec.providers.map(({ key, facility, supervisor, user, ...person }, at) => {
    const FacilityId = demoId(spec.site, 'facility', facility);
    const day = [
      { start: '08:00', end: '12:00', FacilityId },
      { start: '13:00', end: '17:00', FacilityId },
    ];
    const assistant = supervisor !== undefined;
    return {
      site: spec.site,
      ProviderId: demoId(spec.site, 'provider', key),
      UserId: demoId(spec.site, 'user', user ?? key),
      ...person,
      NationalProviderId: demoNpi(spec.npiFrom + 10 + at),
      Taxonomy: taxonomies[person.Type],
      LicenseNumber: `${person.Type}${4_100 + at * 37}`,
      LicenseNumbersByState: {},
      Schedule: [[], day, day, day, day, day, []],
      NotesPermission: assistant ? ('C' as const) : ('F' as const),
      notes_permissions: [],
      time_off: [],
      SupervisorProviderId: supervisor === undefined ? null : demoId(spec.site, 'provider', supervisor),
      FacilityIds: [FacilityId],
      Inactive: false,
      pending: false,
    };
  });
}

export function referringRows(spec: ClinicSpec) {
  const doctors = [
    ['Eleanor', 'Vance'],
    ['Marcus', 'Trelawney'],
    ['Sunita', 'Kapoor'],
    ['Dominic', 'Farrow'],
  ] as const;
  return doctors.map(([FirstName, LastName], at) => ({
    site: spec.site,
    ReferringProviderId: demoId(spec.site, 'referring', LastName),
    FirstName,
    LastName,
    NationalProviderId: demoNpi(spec.npiFrom + 30 + at),
    Phone: `61755501${30 + at}`,
    Fax: `61755501${40 + at}`,
  }));
}
