import type { FacilityId, VisitId } from '#contract/base/ids.ts';
import { waitingCalls } from '../outbox/outbox.ts';
import { readAll, readWhereAny } from './reads.ts';

/** When the patients of these visits were last checked in: moments by visit. What this device does not know is missing. */
export async function arrivalsOf(VisitIds: readonly VisitId[]): Promise<Map<string, string>> {
  if (VisitIds.length === 0) return new Map();
  const history = await readWhereAny('visitHistory', 'VisitId', VisitIds);
  const arrivals = new Map<string, string>();
  for (const { VisitId, to, at } of history.toSorted((a, b) => a.at.localeCompare(b.at)))
    if (to === 'checkedIn') arrivals.set(VisitId, at);
  // A check-in that waits to be sent has no history yet.
  for (const { name, input, madeAt } of await waitingCalls())
    if (name === 'visits.move' && input['destination'] === 'checkedIn') arrivals.set(String(input['id']), madeAt);
  return arrivals;
}

/** The time zone of each facility. */
export async function zonesOfFacilities(): Promise<Map<FacilityId, string>> {
  return new Map((await readAll('facilities')).map(({ FacilityId, TimeZone }) => [FacilityId, TimeZone]));
}
