import type { Alternative } from './alternatives.ts';
import type { PreviewedVisit, SeriesVisit } from './series-preview.ts';
import { dayOf } from './wall-time.ts';

/** How often all are judged anew: what one takes may leave another without a time. */
const rounds = 4;

/**
 * For each visit that is in conflict and not accepted, by its place in the list, the nearest other time that keeps clear
 * of all others. No two of them come to one day. `preview` judges the visits together.
 */
export function timesInstead(
  visits: readonly SeriesVisit[],
  preview: (visits: SeriesVisit[]) => PreviewedVisit[],
): Map<number, Alternative> {
  const chosen = new Map<number, Alternative>();
  let judged = preview([...visits]);
  for (let round = 0; round < rounds; round += 1) {
    const days = new Set(judged.filter(({ verdict }) => verdict !== 'red').map(({ Start }) => dayOf(Start)));
    let isChanged = false;
    for (const [at, { verdict, accepted, alternatives }] of judged.entries()) {
      if (verdict !== 'red' || accepted) continue;
      const free = alternatives.find(({ Start }) => !days.has(dayOf(Start)));
      if (!free) continue;
      days.add(dayOf(free.Start));
      chosen.set(at, free);
      isChanged = true;
    }
    if (!isChanged) break;
    judged = preview(visits.map((visit, at) => spanOf(chosen.get(at)) ?? visit));
  }
  for (const [at, { verdict }] of judged.entries()) if (verdict === 'red') chosen.delete(at);
  return chosen;
}

function spanOf(one: Alternative | undefined): SeriesVisit | undefined {
  return one && { ProviderId: one.ProviderId, Start: one.Start, End: one.End };
}
