import { useMemo, useState } from 'react';
import type { ProviderId } from '#contract/base/ids.ts';
import { usePreferences } from '#shared/preferences.ts';
import type { ScheduleFilter } from './schedule-rows.ts';

/** Facility and providers as this user last chose them (ui.md: filters are kept per user). */
export function useScheduleFilter() {
  const [preferences, save] = usePreferences();
  const [chosen, setChosen] = useState<ProviderId[]>(preferences.schedulingProviderIds ?? []);
  const FacilityId = preferences.facilityId ?? null;
  const filter = useMemo<ScheduleFilter>(() => ({ FacilityId, ProviderIds: chosen }), [FacilityId, chosen]);
  function choose(next: ProviderId[]): void {
    setChosen(next);
    void save({ schedulingProviderIds: next });
  }
  return { filter, chosen, choose };
}
