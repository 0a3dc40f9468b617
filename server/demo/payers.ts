import { Payer } from '#contract/address-book/payer.ts';
import { demoId } from './ids.ts';

type Known = Omit<
  Payer,
  'PayerId' | 'PayerReportingTypeId' | 'contacts' | 'DatedRules' | 'MergedIntoId' | 'updated_at'
>;
type PayerRow = Known & { site: string; PayerId: string; key: string };

const plain: Omit<Known, 'Name' | 'Kind' | 'ClaimFilingCode' | 'ElectronicPayerId'> = {
  UnitMethod: 'spm',
  TherapyModifierRequired: false,
  AssistantModifierRequired: false,
  SubstitutesG0283: false,
  TimelyFilingDays: 180,
  Address1: 'PO Box 1200',
  City: 'Hartford',
  StateOrProvince: 'CT',
  PostalCode: '06101',
  Phone: '8005550100',
  Inactive: false,
};
const medicareRules = {
  UnitMethod: 'cms',
  TherapyModifierRequired: true,
  AssistantModifierRequired: true,
  SubstitutesG0283: true,
} as const;

/** One payer of every kind, both unit methods, and one that always denies. */
const payers: Record<string, Pick<Payer, 'Name' | 'Kind' | 'ClaimFilingCode' | 'ElectronicPayerId'> & Partial<Known>> =
  {
    medicare: {
      Name: 'Medicare Part B',
      Kind: 'medicare',
      ClaimFilingCode: 'MB',
      ElectronicPayerId: '14112',
      ...medicareRules,
      TimelyFilingDays: 365,
    },
    medicaid: {
      Name: 'MassHealth Medicaid',
      Kind: 'medicaid',
      ClaimFilingCode: 'MC',
      ElectronicPayerId: 'DMA7384',
      ...medicareRules,
      TimelyFilingDays: 90,
    },
    blueHarbor: {
      Name: 'Blue Harbor Health',
      Kind: 'commercial',
      ClaimFilingCode: 'BL',
      ElectronicPayerId: 'BHH01',
      UnitMethod: 'cms',
      TherapyModifierRequired: true,
    },
    unitedShield: { Name: 'United Shield', Kind: 'commercial', ClaimFilingCode: 'CI', ElectronicPayerId: 'USH22' },
    compFund: {
      Name: 'Bay State Comp Fund',
      Kind: 'workersComp',
      ClaimFilingCode: 'WC',
      ElectronicPayerId: 'BSCF1',
      TimelyFilingDays: 120,
    },
    motorMutual: {
      Name: 'Motor Mutual Auto',
      Kind: 'auto',
      ClaimFilingCode: 'AM',
      ElectronicPayerId: 'MMA90',
      TimelyFilingDays: 60,
    },
    selfPay: {
      Name: 'Self pay',
      Kind: 'selfPay',
      ClaimFilingCode: 'ZZ',
      ElectronicPayerId: null,
      Address1: null,
      City: null,
      StateOrProvince: null,
      PostalCode: null,
      Phone: null,
    },
    neverPay: {
      Name: 'Obstinate Mutual',
      Kind: 'commercial',
      ClaimFilingCode: 'CI',
      ElectronicPayerId: 'NOPAY',
      TherapyModifierRequired: true,
    },
  };

export function payerRows(site: string): PayerRow[] {
  return Object.entries(payers).map(([key, payer]) => ({
    key,
    site,
    ...plain,
    ...payer,
    PayerId: demoId(site, 'payer', key),
  }));
}

/** As devices have them. */
export function demoPayers(site: string): Payer[] {
  const stored = { PayerReportingTypeId: null, contacts: [], DatedRules: [], MergedIntoId: null };
  return payerRows(site).map((row) => Payer.parse({ ...row, ...stored, updated_at: '2026-01-01T12:00:00+00:00' }));
}
