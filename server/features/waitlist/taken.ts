import { takesPlace } from '#contract/visits/stage.ts';
import type { OfferFacts } from '#contract/scheduling/offers.ts';
import { overlap, type Span } from '#contract/scheduling/wall-time.ts';

type Time = Span & { ProviderId: string };

/**
 * Whether the provider has something at a time. What they had besides already when it was let go has not taken it: they
 * treat several at once.
 */
export function isTaken(
  time: Time,
  { visits, nonPatientVisits }: Pick<OfferFacts, 'visits' | 'nonPatientVisits'>,
  beside: readonly string[] = [],
): boolean {
  const others = visits.filter((visit) => takesPlace(visit) && !beside.includes(visit.VisitId));
  return [...others, ...nonPatientVisits].some((one) => one.ProviderId === time.ProviderId && overlap(one, time));
}
