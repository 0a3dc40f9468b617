import type { Payer } from '../address-book/payer.ts';

/** The code a payer is billed: G0283 for 97014 where the payer is set so, since Medicare refuses 97014 (domain 6.1). */
export function billedCode(code: string, payer: Pick<Payer, 'SubstitutesG0283'> | null): string {
  return code === '97014' && payer?.SubstitutesG0283 ? 'G0283' : code;
}
