import type { Clock } from './clock.ts';
import { complianceClocks } from './compliance-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import { shownClocks } from './shown-clocks.ts';

/** What the clocks say of the claim of a visit, what would hold it first; those of other visits alone are left out. */
export function claimClocks(facts: ComplianceFacts, VisitId: string): Clock[] {
  const clocks = shownClocks(complianceClocks(facts)).filter(({ kind, aboutId, uncoveredVisitIds, at }) => {
    if (at.claim === 'none' || (kind === 'timelyFiling' && aboutId !== VisitId)) return false;
    return uncoveredVisitIds.length === 0 || uncoveredVisitIds.includes(VisitId);
  });
  const rank = ({ at }: Clock) => (at.claim === 'hold' ? 0 : 1);
  return clocks.toSorted((one, other) => rank(one) - rank(other));
}
