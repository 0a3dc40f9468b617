import type { Payer } from '../address-book/payer.ts';
import type { ReferringProvider } from '../address-book/referring-provider.ts';
import type { Cents } from '../base/money.ts';
import type { Case } from '../cases/case.ts';
import type { Facility } from '../facilities/facility.ts';
import type { Organization } from '../facilities/organization.ts';
import type { Insurance } from '../patients/insurance.ts';
import type { Patient } from '../patients/patient.ts';
import type { Provider } from '../providers/provider.ts';
import type { Visit } from '../visits/visit.ts';

/** One service line as it is billed; made by `claimLines`. */
export type ClaimLine = {
  /** The code billed, after the payer's substitution. */
  CPT_Code: string;
  Units: number;
  Modifiers: string[];
  charge: Cents;
  /** 1 to 4 places in the case's diagnoses, counted from 1. */
  DiagnosisPointers: number[];
  /** REF*6R, unique in the claim, at most 30 characters. */
  ControlNumber: string;
  alwaysTherapy: boolean;
};

/** Everything one 837P claim is made of. */
export type ClaimData = {
  control: {
    /** ISA13: nine digits, rising, never used twice. */
    interchange: string;
    /** GS06. */
    group: string;
    /** ST02. */
    transaction: string;
    /** CLM01: at most 20 characters, unique for the site. */
    claim: string;
  };
  /** When the file is made, in the clinic's wall time; its date is today for the edits. */
  madeAt: string;
  /** ISA15: T while nothing may be paid. */
  usage: 'P' | 'T';
  frequency: '1' | '7' | '8';
  /** The payer's number of the claim replaced or voided (REF*F8). */
  originalClaimNumber: string | null;
  organization: Organization;
  facility: Facility;
  patient: Patient;
  insurance: Insurance;
  payer: Payer;
  case: Case;
  visit: Visit;
  /** Who is billed as having treated; for an assistant the supervisor. */
  rendering: Provider;
  referring: Pick<ReferringProvider, 'FirstName' | 'LastName' | 'NationalProviderId'> | null;
  lines: readonly ClaimLine[];
};

/** The sum of the lines: CLM02. */
export function totalCharge(lines: readonly Pick<ClaimLine, 'charge'>[]): Cents {
  return lines.reduce((sum, line) => sum + line.charge, 0);
}
