import { addDays, showDate } from '../base/dates.ts';

/** The most days that Medicare certifies at once, the first counted (42 CFR 424.24). */
export const medicarePlanDays = 90;

type Days = { From: string; To: string };

/** What cannot be of a plan of care as a whole, by field. */
export function planOfCareRefusals({ From, To }: Days): { To?: string } {
  return To < From ? { To: 'The plan of care cannot end before it begins.' } : {};
}

/** Why Medicare does not take a plan of these days, or null. */
export function medicareDaysRefusal({ From, To }: Days): string | null {
  const last = addDays(From, medicarePlanDays - 1);
  if (To <= last) return null;
  return `Medicare certifies at most ${medicarePlanDays} days. Choose ${showDate(last)} or an earlier day.`;
}

/** Why Medicare takes no certification of therapy from somebody with this credential, or null (CMS ch. 15 §220.1.3). */
export function certifierRefusal(credential: string | null): string | null {
  const letters = (credential ?? '')
    .replaceAll('.', '')
    .toUpperCase()
    .split(/[^A-Z]+/);
  return letters.includes('DC')
    ? 'Medicare takes no plan of care that a chiropractor certifies. Choose another certifier.'
    : null;
}
