import type { Payer } from '#contract/address-book/payer.ts';
import type { CptDescription } from '#contract/charges/service.ts';
import { explainUnits } from '#contract/charges/units.ts';
import { complete, type ChargeRow } from './charges-autosave.ts';
import type { ChargesEditing } from './use-charges.ts';

/** Minutes and units of each code as they are entered: they stand once a code, in the charges. */
export function blockMinutes(rows: readonly ChargeRow[], codes: readonly CptDescription[], payer: Payer | null) {
  return explainUnits(complete(rows), codes)[payer?.UnitMethod ?? 'cms'].perCode;
}

/** Goes to the minutes of a code among the charges; a code without a line gets one. */
export function goToMinutes(charges: ChargesEditing, code: string): void {
  const found = charges.rows.find(({ CPT_Code }) => CPT_Code === code);
  if (!found) charges.addCode(code);
  // On a phone the charges may be folded away.
  if (!document.getElementById('charges')) document.getElementById('charges-fold')?.click();
  // A line that was just added is drawn first.
  setTimeout(() => {
    const at = charges.rows.findIndex(({ CPT_Code }) => CPT_Code === code);
    const lines = document.querySelectorAll('#charges tbody tr');
    const line = lines[at === -1 ? lines.length - 1 : at];
    line?.querySelectorAll<HTMLInputElement>('input[inputmode="numeric"]')[0]?.focus();
  }, 50);
}
