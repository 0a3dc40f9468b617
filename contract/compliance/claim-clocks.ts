import { dayOf } from '../scheduling/wall-time.ts';
import type { Clock, ClockKind } from './clock.ts';
import { complianceClocks } from './compliance-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import { shownClocks } from './shown-clocks.ts';

/** Periods that begin anew while a case goes on: what was owed later says nothing of a visit from before. */
const recurring: readonly ClockKind[] = ['recertification', 'progressReport'];

/** What the clocks say of the claim of a visit, what would hold it first; those of other visits alone are left out. */
export function claimClocks(facts: ComplianceFacts, visit: { VisitId: string; Start: string }): Clock[] {
  const { VisitId } = visit;
  const day = dayOf(visit.Start);
  const clocks = shownClocks(complianceClocks(facts)).filter(({ kind, aboutId, from, uncoveredVisitIds, at }) => {
    if (at.claim === 'none' || (kind === 'timelyFiling' && aboutId !== VisitId)) return false;
    if (recurring.includes(kind) && from !== null && from > day) return false;
    return uncoveredVisitIds.length === 0 || uncoveredVisitIds.includes(VisitId);
  });
  const rank = ({ at }: Clock) => (at.claim === 'hold' ? 0 : 1);
  return clocks.toSorted((one, other) => rank(one) - rank(other));
}
