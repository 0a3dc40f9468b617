import { useEffect, useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import { syncWorker } from '#shared/sync-worker.ts';

/**
 * Brings the chart of a patient: what an authorization covers is counted from all visits, also those of long ago. False
 * once that failed, as without the network; then it stays what this device holds.
 */
export function useWholeChart(id: PatientId | null): boolean {
  const [failed, setFailed] = useState<PatientId | null>(null);
  useEffect(() => {
    if (id === null) return;
    syncWorker()
      .openChart(id)
      .then(
        (isWhole) => setFailed(isWhole ? null : id),
        () => setFailed(id),
      );
  }, [id]);
  return id === null || failed !== id;
}
