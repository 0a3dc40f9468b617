import { dayOf } from '../scheduling/wall-time.ts';
import type { VisitStage } from '../visits/stage.ts';
import type { BookedVisit, ClockVisit, ComplianceFacts } from './facts.ts';

const treated: readonly VisitStage[] = ['inProgress', 'review', 'billing', 'submitted', 'closed'];
const ahead: readonly VisitStage[] = ['scheduled', 'confirmed', 'checkedIn'];

export function isTreated({ stage }: Pick<BookedVisit, 'stage'>): boolean {
  return treated.includes(stage);
}

/** Visits of the clocks' discipline that treated, earliest first. A no-show or a canceled visit treated nothing. */
export function treatedVisits({ visits, discipline }: Pick<ComplianceFacts, 'visits' | 'discipline'>): ClockVisit[] {
  return visits.filter((visit) => isTreated(visit) && visit.Discipline === discipline).toSorted(byStart);
}

/** Days with treatment, each once however many visits it had. */
export function treatmentDays(facts: Pick<ComplianceFacts, 'visits' | 'discipline'>): string[] {
  return [...new Set(treatedVisits(facts).map(({ Start }) => dayOf(Start)))];
}

/** Visits of the case in every stage, each once. */
export function visitsOfCase({ visits, booked }: Pick<ComplianceFacts, 'visits' | 'booked'>) {
  const known = new Set<string>(visits.map(({ VisitId }) => VisitId));
  const ahead = booked.filter(({ VisitId }) => !known.has(VisitId));
  return [...visits, ...ahead.map((visit) => ({ ...visit, isSigned: false, Units: 0 }))];
}

/** Visits still to come, today's included until they start; earliest first. */
export function upcomingVisits(facts: ComplianceFacts): BookedVisit[] {
  return visitsOfCase(facts)
    .filter(({ stage, Start }) => ahead.includes(stage) && dayOf(Start) >= facts.today)
    .toSorted(byStart);
}

/** The visit on which the n-th further treatment day falls, beside the days already treated; null beyond those booked. */
export function visitOfNthDay(upcoming: readonly BookedVisit[], treatedDays: readonly string[], n: number) {
  const days = [...new Set(upcoming.map(({ Start }) => dayOf(Start)))].filter((day) => !treatedDays.includes(day));
  const day = days[n - 1];
  return upcoming.find(({ Start }) => dayOf(Start) === day) ?? null;
}

function byStart(a: BookedVisit, b: BookedVisit): number {
  return a.Start.localeCompare(b.Start);
}
