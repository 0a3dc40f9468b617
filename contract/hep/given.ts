import { addDays } from '../base/dates.ts';
import type { HomeProgram } from './home-program.ts';

type Given = Pick<HomeProgram, 'SentAt' | 'HandedOutOn'>;

/** Whether the patient has it: then it never changes. */
export function isGiven({ SentAt, HandedOutOn }: Given): boolean {
  return SentAt !== null || HandedOutOn !== null;
}

export const givenSentence = 'The patient already has this home program. Copy it to make the next version.';

/** For how many days after a discharge its patient still sees a program (patient-pages 2). */
const daysAfterDischarge = 90;

/** The last day a program of a case is shown; null while the case goes on. Days YYYY-MM-DD, at the clinic. */
export function lastDayOf(DischargedAt: string | null): string | null {
  return DischargedAt === null ? null : addDays(DischargedAt, daysAfterDischarge);
}

export function isShownOn(DischargedAt: string | null, today: string): boolean {
  const last = lastDayOf(DischargedAt);
  return last === null || today <= last;
}

type Ordered = Given & Pick<HomeProgram, 'Version' | 'updated_at'>;

/** The newest first; drafts, which have no number yet, before all that was given. */
export function newestFirst<P extends Ordered>(programs: readonly P[]): P[] {
  const order = ({ Version }: Ordered) => Version ?? Infinity;
  return programs.toSorted((a, b) =>
    order(a) === order(b) ? b.updated_at.localeCompare(a.updated_at) : order(b) - order(a),
  );
}
