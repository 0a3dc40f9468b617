import type { CptDescription } from '#contract/charges/service.ts';
import type { Discipline } from '#contract/providers/provider.ts';

/** spec 9: these come first in the fee schedule. */
const firstCodes = ['97110', '97112', '97140', '97530', '97014'];

/** Codes a discipline may choose, the usual ones first, then by number. */
export function cptOptions(
  codes: readonly CptDescription[],
  discipline: Discipline,
): { value: string; label: string }[] {
  return codes
    .filter((code) => code.disciplines.includes(discipline))
    .toSorted((a, b) => rank(a.CPT_Code) - rank(b.CPT_Code) || a.CPT_Code.localeCompare(b.CPT_Code))
    .map((code) => ({ value: code.CPT_Code, label: `${code.CPT_Code} ${code.Description}` }));
}

function rank(code: string): number {
  const at = firstCodes.indexOf(code);
  return at < 0 ? firstCodes.length : at;
}
