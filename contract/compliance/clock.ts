import { counted } from '../base/nouns.ts';
import type { ClockKind, ClockState, Effect, FixAction } from './clock-words.ts';
import type { LawFigure } from './laws.ts';

export type { ClockKind, ClockState, Effect, FixAction } from './clock-words.ts';

export type Moment = 'book' | 'checkIn' | 'sign' | 'claim';

export type Rule = { text: string; source: string; since: string | null };

export type Fix = { action: FixAction; label: string };

/** One obligation of a case and where it is today. Days are `YYYY-MM-DD`. */
export type Clock = {
  kind: ClockKind;
  /** The plan, script, authorization or visit it is about. */
  aboutId: string | null;
  state: ClockState;
  from: string | null;
  dueOn: string | null;
  /** Days, treatment days, visits, units or cents, by kind; null where nothing is counted. */
  used: number | null;
  of: number | null;
  /** The visit on which it falls due or runs out. */
  fallsOnVisitId: string | null;
  /** Treated visits that no plan, script or authorization covers: only their claims are held. */
  uncoveredVisitIds: string[];
  sentence: string;
  rule: Rule;
  fix: Fix | null;
  at: Record<Moment, Effect>;
};

const no: Record<Moment, Effect> = { book: 'none', checkIn: 'none', sign: 'none', claim: 'none' };
const atLate = { ...no, checkIn: 'warn', sign: 'warn', claim: 'hold' } as const;
const atLateGrant = { ...atLate, book: 'warn' } as const;
const onClaim = { ...no, claim: 'hold' } as const;

/** What a state does at each moment; what is missing does nothing. Nothing holds the front desk. */
const effectsAt: Record<ClockKind, { [S in ClockState]?: Record<Moment, Effect> }> = {
  certification: { due: { ...no, sign: 'warn' }, late: atLate, unknown: { ...onClaim, sign: 'warn' } },
  recertification: { due: { ...no, sign: 'warn' }, late: atLate, unknown: { ...onClaim, sign: 'warn' } },
  planDays: { due: { ...no, sign: 'warn' }, late: atLateGrant, unknown: onClaim },
  progressReport: { due: { ...no, checkIn: 'warn', sign: 'warn' }, late: atLate, unknown: onClaim },
  therapistTookPart: {
    soon: { ...no, book: 'warn', checkIn: 'warn' },
    due: { ...no, book: 'warn', checkIn: 'warn', sign: 'warn' },
    late: { ...no, checkIn: 'warn', sign: 'warn', claim: 'warn' },
    unknown: { ...no, sign: 'warn', claim: 'warn' },
  },
  script: { due: { ...no, book: 'warn', checkIn: 'warn' }, late: atLateGrant, unknown: onClaim },
  authorization: { due: { ...no, book: 'warn', checkIn: 'warn' }, late: atLateGrant, unknown: onClaim },
  threshold: { due: { ...no, sign: 'warn', claim: 'warn' }, unknown: { ...no, claim: 'warn' } },
  timelyFiling: { soon: { ...no, claim: 'warn' }, due: { ...no, claim: 'warn' }, late: onClaim, unknown: onClaim },
  initialTreatment: { unknown: { ...onClaim, sign: 'warn' } },
};

/** What runs out before a booked visit warns who books further ones. */
const runsOut: readonly ClockKind[] = ['planDays', 'script', 'authorization'];

export function effectsOf(kind: ClockKind, state: ClockState, fallsOnVisitId: string | null): Record<Moment, Effect> {
  const at = effectsAt[kind][state] ?? no;
  return { ...at, ...(runsOut.includes(kind) && fallsOnVisitId !== null && { book: 'warn' }) };
}

type Parts = Pick<Clock, 'kind' | 'state' | 'sentence' | 'rule'> & Partial<Clock>;

/** A clock of its parts; what is missing is null, and `at` follows from the state. */
export function clockOf(parts: Parts): Clock {
  const fallsOnVisitId = parts.fallsOnVisitId ?? null;
  return {
    aboutId: null,
    from: null,
    dueOn: null,
    used: null,
    of: null,
    fix: null,
    uncoveredVisitIds: [],
    at: effectsOf(parts.kind, parts.state, fallsOnVisitId),
    ...parts,
    fallsOnVisitId,
  };
}

/** A clock of days or visits covered: what is not covered is late whatever the rest says, and holds only its own claims. */
export function coverageClock(parts: Parts & { uncovered: readonly { VisitId: string; Start: string }[] }): Clock {
  const { uncovered, ...rest } = parts;
  const isShort = uncovered.length > 0;
  const clock = clockOf({ ...rest, state: isShort ? 'late' : rest.state });
  const days = counted(uncovered.length, 'treated visit');
  return {
    ...clock,
    uncoveredVisitIds: uncovered.map(({ VisitId }) => VisitId),
    sentence: isShort ? `${clock.sentence} It does not cover ${days}.` : clock.sentence,
    at: { ...clock.at, claim: isShort ? 'hold' : clock.state === 'unknown' ? clock.at.claim : 'none' },
  };
}

/** A rule with the source of its figure. */
export function lawRule(text: string, figure: LawFigure | null): Rule {
  return { text, source: figure?.source ?? 'No figure is known for this day.', since: figure?.from ?? null };
}

/** A rule a payer set. */
export function payerRule(text: string, payer: { Name: string }): Rule {
  return { text, source: `Payer rules of ${payer.Name}`, since: null };
}
