import type { Payer } from '../address-book/payer.ts';
import type { Insurance } from '../patients/insurance.ts';
import type { Case } from './case.ts';

/** Policies that pay for a case, primary first. */
export function insurancesOfCase(of: Pick<Case, 'InsuranceIds'>, insurances: readonly Insurance[]): Insurance[] {
  return of.InsuranceIds.flatMap((id) => insurances.find((insurance) => insurance.InsuranceId === id) ?? []);
}

/** Payers of a case, primary first; whose row is missing is left out. */
export function payersOfCase(
  of: Pick<Case, 'InsuranceIds'>,
  insurances: readonly Insurance[],
  payers: readonly Payer[],
): Payer[] {
  return insurancesOfCase(of, insurances).flatMap(
    (insurance) => payers.find((payer) => payer.PayerId === insurance.PayerId) ?? [],
  );
}

/** Who is billed, and whose rules charges follow: the first that is not the patient. */
export function billedFirst<P extends Pick<Payer, 'Kind'>>(payers: readonly P[]): P | null {
  return payers.find((payer) => payer.Kind !== 'selfPay') ?? payers[0] ?? null;
}

/** Whether anyone but the patient pays. */
export function paysByInsurance(payers: readonly Pick<Payer, 'Kind'>[]): boolean {
  return payers.some((payer) => payer.Kind !== 'selfPay');
}

/** Whether Medicare pays, first or not: its rules of documentation hold wherever it does, as its clocks do. */
export function isMedicare(payers: readonly Pick<Payer, 'Kind'>[]): boolean {
  return payers.some(({ Kind }) => Kind === 'medicare');
}
