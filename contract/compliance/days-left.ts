import { planWarnDays } from '../cases/plan-of-care.ts';
import { warnAt } from '../cases/authorization-use.ts';
import { addDays } from '../base/dates.ts';
import type { ClockState } from './clock.ts';

/** From how many days before its day a clock is `soon`: what the clinic needs to act, not a figure of the law. */
export const soonDays = {
  certification: planWarnDays,
  plan: planWarnDays,
  script: warnAt.days,
  filing: 30,
} as const;

/** Where a day is that something is due on. */
export function stateOn(
  dueOn: string,
  today: string,
  soon: number,
): Extract<ClockState, 'ok' | 'soon' | 'due' | 'late'> {
  if (today > dueOn) return 'late';
  if (today === dueOn) return 'due';
  return today >= addDays(dueOn, -soon) ? 'soon' : 'ok';
}
