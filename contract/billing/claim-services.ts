import { x12Amount } from '../base/money.ts';
import { totalCharge, type ClaimData } from './claim-data.ts';
import { address, organizationName, personName } from './claim-parties.ts';
import { composite, digits, segment, x12Date, x12Text } from './x12.ts';

/** 2300 and 2310: the claim, its dates, numbers, diagnoses and providers. */
export function claimLoop(data: ClaimData): string[] {
  const { control, frequency, visit, case: of, lines } = data;
  return [
    segment(
      'CLM',
      x12Text(control.claim, 20),
      x12Amount(totalCharge(lines)),
      '',
      '',
      composite(visit.PlaceOfService, 'B', frequency),
      // Provider signature on file, assignment accepted, benefits assigned, release signed.
      'Y',
      'A',
      'Y',
      'Y',
      '',
      relatedCause(of),
    ),
    ...dates(data),
    ...(data.originalClaimNumber ? [segment('REF', 'F8', x12Text(data.originalClaimNumber, 50))] : []),
    segment(
      'HI',
      ...of.Diagnoses.map(({ Code }, at) => composite(at === 0 ? 'ABK' : 'ABF', x12Text(Code.replace('.', ''), 30))),
    ),
    ...referringProvider(data),
    ...renderingProvider(data),
    ...serviceFacility(data),
  ];
}

/** CLM11; the state belongs to auto accidents only. */
function relatedCause({ RelatedCause, AccidentState }: ClaimData['case']): string {
  return RelatedCause === 'AA' ? composite('AA', '', '', AccidentState) : (RelatedCause ?? '');
}

function dates({ case: of, visit }: ClaimData): string[] {
  const onset = of.OnsetDate && of.OnsetDate !== visit.Start.slice(0, 10) ? of.OnsetDate : null;
  return [
    ...(onset ? [segment('DTP', '431', 'D8', x12Date(onset))] : []),
    ...(of.RelatedCause && of.AccidentDate ? [segment('DTP', '439', 'D8', x12Date(of.AccidentDate))] : []),
  ];
}

/** 2310A */
function referringProvider({ referring }: ClaimData): string[] {
  return referring ? [personName('DN', referring, 'XX', referring.NationalProviderId)] : [];
}

/** 2310B, only where the therapist does not bill under the clinic's own number. */
function renderingProvider({ rendering, organization }: ClaimData): string[] {
  if (rendering.NationalProviderId === organization.NationalProviderId) return [];
  return [
    personName('82', rendering, 'XX', rendering.NationalProviderId),
    segment('PRV', 'PE', 'PXC', rendering.Taxonomy),
  ];
}

/** Telehealth and visits where the patient lives do not happen at the clinic's address. */
const atTheClinic = ['11', '24', '99'];

/** 2310C, only where the clinic's address is not the billing address. */
function serviceFacility({ facility, organization, visit }: ClaimData): string[] {
  if (!atTheClinic.includes(visit.PlaceOfService) || addressKey(facility) === addressKey(organization)) return [];
  const name = facility.LastName ?? facility.FirstName ?? organization.Name;
  return [organizationName('77', name, 'XX', facility.NationalProviderId), ...address(facility)];
}

function addressKey(of: { Address1: string; City: string; StateOrProvince: string; PostalCode: string }): string {
  return [x12Text(of.Address1, 55), x12Text(of.City, 30), of.StateOrProvince, digits(of.PostalCode).slice(0, 5)].join(
    '|',
  );
}

/** 2400: one loop per line. */
export function lineLoops({ lines, visit }: ClaimData): string[] {
  return lines.flatMap((line, at) => [
    segment('LX', String(at + 1)),
    segment(
      'SV1',
      composite('HC', line.CPT_Code, ...line.Modifiers.slice(0, 4)),
      x12Amount(line.charge),
      'UN',
      String(line.Units),
      '',
      '',
      composite(...line.DiagnosisPointers.slice(0, 4).map(String)),
    ),
    segment('DTP', '472', 'D8', x12Date(visit.Start)),
    segment('REF', '6R', x12Text(line.ControlNumber, 30)),
  ]);
}
