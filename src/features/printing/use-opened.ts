import { useEffect, useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';

/** Fetches what of a chart is not on this device yet. */
export type OpenChart = (id: PatientId) => Promise<boolean>;

/** The rest of the chart comes while there is a network; what this device holds is enough without one. */
export function useOpened(id: PatientId, openChart: OpenChart, isOnline: boolean) {
  const [opened, setOpened] = useState<{ id: PatientId; hasFailed: boolean } | null>(null);
  useEffect(() => {
    if (!isOnline) return;
    openChart(id).then(
      () => setOpened({ id, hasFailed: false }),
      () => setOpened({ id, hasFailed: true }),
    );
  }, [id, openChart, isOnline]);
  return { isOpened: opened?.id === id, hasFailed: opened?.id === id && opened.hasFailed };
}
