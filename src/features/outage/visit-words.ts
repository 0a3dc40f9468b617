import { showTime } from '#contract/base/dates.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { VisitLine } from '#local/reads/visits.ts';

/** `9:00 AM, Follow-up, Rosa Alvarez, PT; …`: when, what and with whom. */
export function visitWords(visits: readonly VisitLine[]): string {
  return visits
    .map(({ visit, provider }) =>
      [showTime(visit.Start), visit.VisitTypeName, provider && providerName(provider)].filter(Boolean).join(', '),
    )
    .join('; ');
}
