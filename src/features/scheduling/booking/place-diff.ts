import { showDate, showTime } from '#contract/base/dates.ts';
import type { VisitChanges } from '#contract/visits/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { facilityOf, notBooked, providerOf } from '#sync/field-words.ts';

/** Where and when a visit, a meeting or a block is. */
export type Place = Partial<Pick<Visit, 'Start' | 'End' | 'ProviderId' | 'FacilityId' | 'VisitTypeName'>>;

/** When, where and with whom something would be, against how it is now; only what was changed. */
export async function placeDiff(mine: Partial<VisitChanges>, now?: Place): Promise<FieldDiff[]> {
  const diff: FieldDiff[] = [];
  if (mine.Start ?? mine.End) diff.push({ name: 'When', mine: spanOf({ ...now, ...mine }), now: spanOf(now) });
  if (mine.ProviderId && mine.ProviderId !== now?.ProviderId)
    diff.push({ name: 'Provider', mine: await providerOf(mine.ProviderId), now: await providerOf(now?.ProviderId) });
  if (mine.FacilityId && mine.FacilityId !== now?.FacilityId)
    diff.push({ name: 'Facility', mine: await facilityOf(mine.FacilityId), now: await facilityOf(now?.FacilityId) });
  if (mine.VisitTypeName !== undefined && mine.VisitTypeName !== now?.VisitTypeName)
    diff.push({ name: 'Visit type', mine: mine.VisitTypeName, now: now?.VisitTypeName ?? notBooked });
  return diff;
}

export function spanOf(at: { Start?: string | undefined; End?: string | undefined } | undefined): string {
  if (!at?.Start) return notBooked;
  const until = at.End === undefined ? '' : ` to ${showTime(at.End)}`;
  return `${showDate(at.Start)}, ${showTime(at.Start)}${until}`;
}
