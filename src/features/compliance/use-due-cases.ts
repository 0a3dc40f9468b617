import { useEffect, useState } from 'react';
import type { DueCase } from '#local/reads/due-cases.ts';
import type { VisitFilter } from '#local/reads/visits.ts';

/** Changes that come together are counted together. */
const calmMs = 400;

/**
 * Cases in which something is due; undefined until they are counted. They are counted anew some moments after `after`
 * is another one, and not live: the clocks of a clinic read thousands of rows.
 */
export function useDueCases(today: string, filter: VisitFilter, after: unknown): DueCase[] | 'failed' | undefined {
  const [found, setFound] = useState<DueCase[] | 'failed'>();
  const key = [filter.FacilityId, ...filter.ProviderIds].join();
  useEffect(() => {
    if (after === undefined) return undefined;
    let isWanted = true;
    const count = async () => {
      const { dueCases } = await import('#local/reads/due-cases.ts');
      const cases = await dueCases(today, filter, () => isWanted);
      if (isWanted) setFound(cases);
    };
    const timer = setTimeout(() => void count().catch(() => isWanted && setFound('failed')), calmMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // The filter is another object at every draw; its key says what is in it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [today, key, after]);
  return found;
}
