import type { CptDescription } from './service.ts';

/** Minutes of one unit of a timed code. */
export const unitMinutes = 15;

/** Whether minutes decide the units of a code. S9999 and `AlwaysUntimed` codes never are (domain 6.1); unknown codes count as untimed. */
export function isTimed(code: string, codes: readonly CptDescription[]): boolean {
  if (code === 'S9999') return false;
  const description = codes.find((each) => each.CPT_Code === code);
  return description !== undefined && description.timed && !description.AlwaysUntimed;
}
