import { demographics, insurance } from './about-you.ts';
import { historyDC, historyOT, historyPT, historySLP, pain } from './history.ts';
import type { FormInBoth } from './in-both.ts';
import { consentToCare, financialPolicy, privacyNotice } from './to-sign.ts';

/** The set that every clinic has, in the order it is filled in. A changed form is a new version. */
export const builtInForms: readonly FormInBoth[] = [
  demographics,
  insurance,
  historyPT,
  historyOT,
  historySLP,
  historyDC,
  pain,
  consentToCare,
  privacyNotice,
  financialPolicy,
];
