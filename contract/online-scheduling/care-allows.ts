import type { Case } from '../cases/case.ts';
import { planDays } from '../cases/plan-of-care.ts';
import { disciplineOf } from '../providers/provider.ts';
import { caseIssues } from '../scheduling/case-issues.ts';
import { clashIssues } from '../scheduling/clash-issues.ts';
import { providerOf, type Booking, type BookingCase, type IndexedFacts } from '../scheduling/booking-facts.ts';
import { dayOf } from '../scheduling/wall-time.ts';

export type OnlineCase = BookingCase & Pick<Case, 'PatientId' | 'FacilityId' | 'ProviderId'>;
/** What the payers of the case ask for before a visit. */
export type CareDemands = { script: boolean; authorization: boolean };

/**
 * Whether a follow-up may be booked online for this case, at that time and with that provider: the case is open, its plan
 * of care, script and authorization reach that day, and the person has no other visit of the discipline that day.
 * Whatever staff would only be told is enough to leave it to a call.
 */
export function careAllows(
  booking: Booking,
  { episode, demands, facts }: { episode: OnlineCase; demands: CareDemands; facts: IndexedFacts },
): boolean {
  const day = dayOf(booking.Start);
  const { from, to } = planDays(episode);
  if (episode.DischargedAt !== null || day < episode.StartDate) return false;
  if (from === null || to === null || day < from || day > to) return false;
  const provider = providerOf(facts, booking.ProviderId);
  if (!provider || disciplineOf(provider.Type) !== episode.Discipline) return false;
  if (demands.script && !facts.scripts.some(({ CaseId }) => CaseId === episode.CaseId)) return false;
  if (
    demands.authorization &&
    !facts.authorizations.some(({ CaseId, Status }) => CaseId === episode.CaseId && Status === 'approved')
  )
    return false;
  return caseIssues(booking, facts).length === 0 && !isBesideOwn(booking, facts);
}

/** Another visit of the person at that time, or of the discipline or the case that day. */
function isBesideOwn(booking: Booking, facts: IndexedFacts): boolean {
  return clashIssues(booking, facts).some(({ code }) => code === 'patient-busy' || code === 'same-day');
}
