import type { Cents } from '#contract/base/money.ts';
import type { IssueCode } from '#contract/scheduling/issue.ts';
import type { Visit } from '#contract/visits/visit.ts';

/** A move that cannot go on by itself (spec 4). */
export type MoveQuestion =
  | { kind: 'intake'; visit: Visit; name: string }
  | { kind: 'closing'; visit: Visit; name: string; question: string }
  | { kind: 'lateFee'; visit: Visit; name: string; fee: Cents };

export type MoveAnswers = { ignoreIncompleteIntake?: boolean; LateFee?: Cents; accepted?: IssueCode[] };
