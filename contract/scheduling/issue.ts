export const issueCodes = [
  'provider-busy',
  'room-full',
  'patient-busy',
  'no-such-time',
  'time-off',
  'holiday',
  'closed-day',
  'same-day',
  'provider-busy-ask',
  'outside-hours',
  'other-discipline',
  'outside-plan',
  'past-authorization',
  'past-script',
  'not-known',
  'time-twice',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** `hard` is never booked, `red` only on purpose, `amber` is told. */
export type Severity = 'hard' | 'red' | 'amber';
export type Issue = { code: IssueCode; severity: Severity; sentence: string };

const hard: readonly IssueCode[] = ['provider-busy', 'room-full', 'patient-busy', 'no-such-time'];
const red: readonly IssueCode[] = ['time-off', 'holiday', 'closed-day', 'same-day', 'provider-busy-ask'];

export function severityOf(code: IssueCode): Severity {
  if (hard.includes(code)) return 'hard';
  return red.includes(code) ? 'red' : 'amber';
}

export function issue(code: IssueCode, sentence: string): Issue {
  return { code, severity: severityOf(code), sentence };
}

/** Why a booking is refused: whatever is hard, and what is red and was not accepted. */
export function refusing(issues: readonly Issue[], accepted: readonly IssueCode[]): Issue[] {
  return issues.filter(({ code, severity }) => severity === 'hard' || (severity === 'red' && !accepted.includes(code)));
}

export type Verdict = 'green' | 'amber' | 'red';

export function verdictOf(issues: readonly Issue[]): Verdict {
  if (issues.some((one) => one.severity !== 'amber')) return 'red';
  return issues.length > 0 ? 'amber' : 'green';
}

/** The red ones that may be accepted; null when something hard stands against it whatever is accepted. */
export function acceptable(issues: readonly Issue[]): IssueCode[] | null {
  if (issues.some((one) => one.severity === 'hard')) return null;
  return issues.filter((one) => one.severity === 'red').map((one) => one.code);
}
