import type { InsuranceLine } from './patients.ts';

export const noPolicyHere = 'A policy that is not on this device';

export function policyName({ insurance, payer }: InsuranceLine): string {
  const name = payer?.Name ?? 'A payer that is not on this device';
  return insurance.MemberId ? `${name}, ${insurance.MemberId}` : name;
}
