import { z } from 'zod';

/** Money in whole cents. */
export const Cents = z.int();
export type Cents = number;

/** $0.00, negative as -$x, empty as a dash (spec 5). */
export function showMoney(cents: Cents | null | undefined): string {
  if (cents === null || cents === undefined) return '-';
  const whole = Math.floor(Math.abs(cents) / 100);
  const dollars = whole.toLocaleString('en-US');
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${dollars}.${rest}`;
}

/** Dollars without currency sign or grouping, as X12 amounts are written, without zeros that say nothing: `1234.5`, `60`. */
export function x12Amount(cents: Cents): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
  return `${cents < 0 ? '-' : ''}${whole}${decimals}`;
}
