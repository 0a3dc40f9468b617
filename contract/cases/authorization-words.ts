import { showDate } from '../base/dates.ts';
import { counted as countedNoun } from '../base/nouns.ts';
import type { Authorization } from './authorization.ts';
import { counted, statusNames } from './authorization-names.ts';
import type { AuthorizationUse, AuthorizationWarning } from './authorization-use.ts';

/** `danger`: it does not pay; `needs`: somebody should act before it no longer does. */
export type WarningWords = { code: AuthorizationWarning; severity: 'danger' | 'needs'; words: string };

/**
 * What somebody should know of an authorization, in a few words each, the gravest first. Where visits are hidden from who
 * asks, at least so many are used, and at most so many left.
 */
export function warningWords(of: Authorization, use: AuthorizationUse, isPartial = false): WarningWords[] {
  return use.warnings.map((code) => ({ code, ...wordsOf[code](of, use, isPartial) }));
}

type Words = Omit<WarningWords, 'code'>;
const danger = (words: string): Words => ({ severity: 'danger', words });
const needs = (words: string): Words => ({ severity: 'needs', words });

const atLeast = (isPartial: boolean) => (isPartial ? 'At least ' : '');
const atMost = (isPartial: boolean) => (isPartial ? 'At most ' : '');

const wordsOf: Record<AuthorizationWarning, (of: Authorization, use: AuthorizationUse, isPartial: boolean) => Words> = {
  notApproved: ({ Status }) => (Status === 'denied' ? danger : needs)(statusNames[Status]),
  notYet: ({ Start }) => needs(`Begins ${showDate(Start)}`),
  expired: ({ End }) => danger(`Expired ${showDate(End)}`),
  usedUp: () => danger('Used up'),
  overbooked: (of, { leftAfterBooked }, isPartial) =>
    danger(`${atLeast(isPartial)}${counted(of, -(leftAfterBooked ?? 0))} overbooked`),
  fewLeft: (of, { leftAfterBooked, booked }, isPartial) =>
    needs(
      `${atMost(isPartial)}${counted(of, leftAfterBooked ?? 0)} left${booked.visits > 0 ? ' after those booked' : ''}`,
    ),
  endsSoon: (_of, { daysLeft }) =>
    needs(daysLeft === 0 ? 'Ends today' : `Ends in ${countedNoun(daysLeft ?? 0, 'day')}`),
  noNumber: () => needs('No number'),
};
