import { useEffect, useState } from 'react';
import { loadMeasurements, type MeasurementOf } from '#local/reads/measures.ts';

/** What each measurement is; undefined until the catalog is here. */
export function useMeasurements(isWanted = true): MeasurementOf | undefined {
  const [found, setFound] = useState<{ of: MeasurementOf }>();
  useEffect(() => {
    let here = true;
    if (isWanted)
      void loadMeasurements()
        .then((of) => here && setFound({ of }))
        .catch(() => undefined);
    return () => {
      here = false;
    };
  }, [isWanted]);
  return found?.of;
}
