import type { Patient } from '../patients/patient.ts';
import type { ClaimData } from './claim-data.ts';
import { digits, segment, x12Date, x12Text } from './x12.ts';

type Address = {
  Address1: string | null;
  City: string | null;
  StateOrProvince: string | null;
  PostalCode: string | null;
};
type Person = { FirstName: string; MiddleName?: string | null; LastName: string };

/** N3 and N4 of an address, or nothing while it has no street. */
export function address(of: Address): string[] {
  if (!x12Text(of.Address1, 55)) return [];
  return [
    segment('N3', x12Text(of.Address1, 55)),
    segment('N4', x12Text(of.City, 30), x12Text(of.StateOrProvince, 2), digits(of.PostalCode).slice(0, 9)),
  ];
}

/** NM1 of a person, with an identifier where there is one. */
export function personName(entity: string, person: Person, idKind: string, id: string | null): string {
  const known = x12Text(id, 80);
  return segment(
    'NM1',
    entity,
    '1',
    x12Text(person.LastName, 60),
    x12Text(person.FirstName, 35),
    x12Text(person.MiddleName, 25),
    '',
    '',
    known && idKind,
    known,
  );
}

/** NM1 of an organization, with an identifier where there is one. */
export function organizationName(entity: string, name: string, idKind: string, id: string | null): string {
  const known = x12Text(id, 80);
  return segment('NM1', entity, '2', x12Text(name, 60), '', '', '', '', known && idKind, known);
}

/** 1000A and 1000B. */
export function submitterAndReceiver({ organization }: ClaimData): string[] {
  return [
    organizationName('41', organization.Name, '46', organization.SubmitterId),
    segment('PER', 'IC', x12Text(organization.ContactName, 60), 'TE', digits(organization.Phone)),
    organizationName('40', organization.ReceiverName, '46', organization.ReceiverId),
  ];
}

/** 2000A and 2010AA. Its contact is the submitter's, and the guide forbids repeating that. */
export function billingProvider({ organization }: ClaimData): string[] {
  return [
    segment('HL', '1', '', '20', '1'),
    segment('PRV', 'BI', 'PXC', organization.Taxonomy),
    organizationName('85', organization.Name, 'XX', organization.NationalProviderId),
    ...address(organization),
    segment('REF', 'EI', digits(organization.TaxId)),
  ];
}

const payerOrder: Record<number, string> = { 1: 'P', 2: 'S', 3: 'T' };

/** 2000B, 2010BA and 2010BB. */
export function subscriberLoop(data: ClaimData): string[] {
  const { insurance, payer, patient } = data;
  const self = insurance.Relationship === '18';
  return [
    segment('HL', '2', '1', '22', self ? '0' : '1'),
    segment(
      'SBR',
      payerOrder[insurance.Priority],
      self ? '18' : '',
      x12Text(insurance.GroupNumber, 50),
      '',
      '',
      '',
      '',
      '',
      payer.ClaimFilingCode,
    ),
    ...(self && patient.DeathDate ? [segment('PAT', '', '', '', '', 'D8', x12Date(patient.DeathDate))] : []),
    ...(self ? patientAsSubscriber(data) : otherSubscriber(data)),
    organizationName('PR', payer.Name, 'PI', payer.ElectronicPayerId),
    ...address(payer),
  ];
}

function patientAsSubscriber({ insurance, patient, case: of }: ClaimData): string[] {
  return [
    personName('IL', patient, 'MI', insurance.MemberId),
    ...address(patient),
    demographics(patient),
    ...propertyClaim(of),
  ];
}

/** A policy holder without a first name is an employer. */
function otherSubscriber({ insurance: { Subscriber, MemberId } }: ClaimData): string[] {
  if (!Subscriber) return [];
  if (!x12Text(Subscriber.FirstName, 35)) {
    return [organizationName('IL', Subscriber.LastName, 'MI', MemberId), ...address(Subscriber)];
  }
  return [personName('IL', Subscriber, 'MI', MemberId), ...address(Subscriber), demographics(Subscriber)];
}

/** 2000C and 2010CA, where someone else holds the policy. */
export function patientLoop({ insurance, patient, case: of }: ClaimData): string[] {
  if (insurance.Relationship === '18') return [];
  const died = patient.DeathDate ? ['', '', '', 'D8', x12Date(patient.DeathDate)] : [];
  return [
    segment('HL', '3', '2', '23', '0'),
    segment('PAT', insurance.Relationship, ...died),
    personName('QC', patient, '', null),
    ...address(patient),
    demographics(patient),
    ...propertyClaim(of),
  ];
}

function demographics({ DateOfBirth, Sex }: Pick<Patient, 'DateOfBirth' | 'Sex'>): string {
  return segment('DMG', 'D8', x12Date(DateOfBirth), Sex);
}

function propertyClaim({ PropertyClaimNumber }: ClaimData['case']): string[] {
  const number = x12Text(PropertyClaimNumber, 50);
  return number ? [segment('REF', 'Y4', number)] : [];
}
