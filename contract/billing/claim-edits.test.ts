import { describe, expect, test } from 'vitest';
import { dependentClaim, line, soundClaim } from '../testing/claim-data.ts';
import { codes, payer } from '../testing/rows.ts';
import { totalCharge, type ClaimData, type ClaimLine } from './claim-data.ts';
import { claimEdits } from './claim-edits.ts';
import { claimLines } from './claim-lines.ts';

test('nothing is wrong with the sound claims', () => {
  expect(claimEdits(soundClaim)).toEqual([]);
  expect(claimEdits(dependentClaim)).toEqual([]);
});

type Changes = {
  [
    K in 'organization' | 'patient' | 'insurance' | 'payer' | 'case' | 'visit' | 'rendering' | 'facility' | 'control'
  ]?: Partial<ClaimData[K]>;
};

function changed(changes: Changes, more: Partial<ClaimData> = {}): ClaimData {
  const data: Record<string, unknown> = { ...soundClaim, ...more };
  for (const [key, fields] of Object.entries(changes)) data[key] = { ...soundClaim[key as keyof Changes], ...fields };
  return data as ClaimData;
}

function withLine(change: Partial<ClaimLine>): ClaimData {
  return { ...soundClaim, lines: [{ ...line, ...change }] };
}

const auto = { Kind: 'auto', ClaimFilingCode: 'AM' } as const;
const accident = {
  RelatedCause: 'AA',
  AccidentDate: '2026-10-01',
  AccidentState: 'OR',
  PropertyClaimNumber: 'PC 1',
} as const;
const { referring } = soundClaim;
const dx = soundClaim.case.Diagnoses;

describe('each edit alone', () => {
  test.each<[string, ClaimData]>([
    ['billing-npi', changed({ organization: { NationalProviderId: '1234567890' } })],
    ['billing-taxonomy', changed({ organization: { Taxonomy: '261QP2000' } })],
    ['billing-tin', changed({ organization: { TaxId: '12345678' } })],
    ['billing-zip', changed({ organization: { PostalCode: '97204' } })],
    ['billing-phone', changed({ organization: { Phone: '5550100' } })],
    ['billing-address', changed({ organization: { City: '' } })],
    ['billing-po-box', changed({ organization: { Address1: 'P.O. Box 12' } })],
    ['claim-number', changed({ control: { claim: 'A'.repeat(21) } })],
    ['interchange-number', changed({ control: { interchange: '42' } })],
    ['original-claim', changed({}, { frequency: '7' })],
    ['patient-name', changed({ patient: { LastName: '王' } })],
    ['patient-address', changed({ patient: { Address1: null } })],
    ['patient-zip', changed({ patient: { PostalCode: '9720' } })],
    ['subscriber-missing', changed({ insurance: { Relationship: '19' } })],
    ['payer-id', changed({ payer: { ElectronicPayerId: null } })],
    ['payer-self-pay', changed({ payer: { Kind: 'selfPay' } })],
    ['payer-inactive', changed({ payer: { Inactive: true } })],
    ['member-id', changed({ insurance: { MemberId: ' ' } })],
    [
      'diagnosis-too-many',
      changed({
        case: { Diagnoses: Array.from({ length: 13 }, (_, at) => ({ Code: `M5${at % 10}.${at}`, Description: '' })) },
      }),
    ],
    ['diagnosis-twice', changed({ case: { Diagnoses: [...dx, ...dx.slice(0, 1)] } })],
    ['date-future', changed({ visit: { Start: '2026-11-19T08:00' } })],
    ['date-before-birth', changed({ patient: { DateOfBirth: '2026-11-19' } })],
    ['date-after-death', changed({ patient: { DeathDate: '2026-11-17' } })],
    ['coverage', changed({ insurance: { EndDate: '2026-11-17' } })],
    ['coverage', changed({ insurance: { StartDate: '2026-11-19' } })],
    ['timely-filing', changed({}, { madeAt: '2027-11-19T08:00' })],
    ['accident-cause', changed({ payer: auto, case: { ...accident, RelatedCause: 'OA' } })],
    ['accident-date', changed({ payer: auto, case: { ...accident, AccidentDate: null } })],
    ['accident-state', changed({ payer: auto, case: { ...accident, AccidentState: null } })],
    ['accident-after-visit', changed({ payer: auto, case: { ...accident, AccidentDate: '2026-11-19' } })],
    ['property-claim-number', changed({ payer: auto, case: { ...accident, PropertyClaimNumber: null } })],
    ['rendering-npi', changed({ rendering: { NationalProviderId: null } })],
    ['rendering-taxonomy', changed({ rendering: { Taxonomy: '' } })],
    ['rendering-inactive', changed({ rendering: { Inactive: true } })],
    ['referring-npi', changed({}, { referring: null })],
    [
      'referring-npi-invalid',
      changed({}, { referring: referring && { ...referring, NationalProviderId: '1497911640' } }),
    ],
    ['facility-zip', changed({ facility: { PostalCode: '97220' } })],
    ['facility-npi', changed({ facility: { NationalProviderId: '123' } })],
    ['line-missing', changed({}, { lines: [] })],
    [
      'line-too-many',
      changed(
        {},
        {
          lines: Array.from({ length: 51 }, (_, at) => ({
            ...line,
            CPT_Code: `9${7_100 + at}`,
            ControlNumber: `L${at}`,
          })),
        },
      ),
    ],
    ['line-control-twice', changed({}, { lines: [line, { ...line, CPT_Code: '97140' }] })],
    ['line-code-twice', changed({}, { lines: [line, { ...line, ControlNumber: 'L2' }] })],
    ['line-code', withLine({ CPT_Code: '9711' })],
    ['line-g0283', withLine({ CPT_Code: '97014' })],
    ['line-units', withLine({ Units: 0 })],
    ['line-charge', withLine({ charge: 0 })],
    ['line-pointer', withLine({ DiagnosisPointers: [] })],
    ['line-pointer-unknown', withLine({ DiagnosisPointers: [3] })],
    ['line-control', withLine({ ControlNumber: 'x'.repeat(31) })],
    ['line-modifiers', withLine({ Modifiers: ['GP', 'GP'] })],
    ['therapy-modifier', withLine({ Modifiers: [] })],
    ['therapy-modifier-other', withLine({ Modifiers: ['GP', 'GO'] })],
    ['assistant-modifier-alone', withLine({ Modifiers: ['CQ'], alwaysTherapy: false })],
  ])('%s, case %#', (code, data) => {
    const edits = claimEdits(data);
    expect(edits.map((edit) => edit.code)).toEqual([code]);
    expect(edits[0]?.message).toMatch(/^[A-Z0-9].*\.$/s);
    expect(edits[0]?.field).not.toBe('');
  });

  test('a case without diagnoses leaves the pointers hanging too', () => {
    expect(claimEdits(changed({ case: { Diagnoses: [] } })).map((edit) => edit.code)).toEqual([
      'diagnosis-missing',
      'line-pointer-unknown',
      'line-pointer-unknown',
    ]);
  });
});

test("workers' compensation needs employment as the cause", () => {
  const kind = { Kind: 'workersComp', ClaimFilingCode: 'WC' } as const;
  expect(claimEdits(changed({ payer: kind, case: accident }))[0]?.code).toBe('accident-cause');
  expect(claimEdits(changed({ payer: kind, case: { ...accident, RelatedCause: 'EM', AccidentState: null } }))).toEqual(
    [],
  );
});

test('only what may still be paid is a warning', () => {
  const severe = (data: ClaimData) => claimEdits(data).map((edit) => edit.severity);
  expect(severe(changed({}, { referring: null }))).toEqual(['warning']);
  expect(severe(changed({ insurance: { MemberId: null } }))).toEqual(['error']);
});

describe('the lines of a claim', () => {
  const services = [
    { CPT_Code: '97014', Units: 1, Modifiers: ['GP'], AssistantUnits: null, SortOrder: 1 },
    { CPT_Code: '97110', Units: 2, Modifiers: ['GP'], AssistantUnits: null, SortOrder: 0 },
    { CPT_Code: '97140', Units: 0, Modifiers: ['GP'], AssistantUnits: null, SortOrder: 2 },
    { CPT_Code: 'G0283', Units: 1, Modifiers: ['GP'], AssistantUnits: null, SortOrder: 3 },
  ];
  const fees: Record<string, number> = { '97110': 6_000, G0283: 2_050 };
  const from = {
    services,
    payer,
    codes,
    feeOf: (code: string) => fees[code],
    diagnosisCount: 6,
    claimControlNumber: 'A1B2',
  };

  test('are in the recorded order, substituted, pooled and priced by the unit', () => {
    const lines = claimLines(from);
    expect(lines).toEqual([
      {
        CPT_Code: '97110',
        Units: 2,
        Modifiers: ['GP'],
        charge: 12_000,
        DiagnosisPointers: [1, 2, 3, 4],
        ControlNumber: 'A1B2-1',
        alwaysTherapy: true,
      },
      {
        CPT_Code: 'G0283',
        Units: 2,
        Modifiers: ['GP'],
        charge: 4_100,
        DiagnosisPointers: [1, 2, 3, 4],
        ControlNumber: 'A1B2-2',
        alwaysTherapy: true,
      },
    ]);
    expect(totalCharge(lines)).toBe(16_100);
  });

  test('keep 97014 for a payer that takes it, and a code without a price comes to nothing', () => {
    const lines = claimLines({ ...from, payer: { ...payer, SubstitutesG0283: false }, diagnosisCount: 1 });
    expect(lines.map((each) => [each.CPT_Code, each.charge])).toEqual([
      ['97110', 12_000],
      ['97014', 0],
      ['G0283', 2_050],
    ]);
    expect(lines[0]?.DiagnosisPointers).toEqual([1]);
  });
});
