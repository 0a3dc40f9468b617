import { loadMeasurements, type MeasurementOf } from '#local/reads/measures.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

/** What each measurement is; undefined until the catalog is here. */
export function useMeasurements(isWanted = true): MeasurementOf | undefined {
  return useLiveValue(async () => (isWanted ? await loadMeasurements() : undefined), [isWanted])?.of;
}
