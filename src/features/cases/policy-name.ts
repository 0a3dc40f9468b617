import type { InsuranceLine } from '#local/patients.ts';

export function policyName({ insurance, payer }: InsuranceLine): string {
  const name = payer?.Name ?? 'A payer not on this device';
  return insurance.MemberId ? `${name}, ${insurance.MemberId}` : name;
}
