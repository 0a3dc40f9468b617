import { useState } from 'react';
import type { ProviderId } from '#contract/base/ids.ts';
import type { VisitFilter } from '#local/reads/visits.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser } from '#shared/session.ts';

/** Facility and providers as this user last chose them (ui.md: filters are kept per user); a provider starts with their own. */
export function useOnDeckFilter() {
  const [preferences, save] = usePreferences();
  const { provider } = useCurrentUser();
  const own = provider ? [provider.ProviderId] : [];
  const [chosen, setChosen] = useState<ProviderId[]>(preferences.onDeckProviderIds ?? own);
  const filter: VisitFilter = { FacilityId: preferences.facilityId ?? null, ProviderIds: chosen };
  function choose(next: ProviderId[]) {
    setChosen(next);
    void save({ onDeckProviderIds: next });
  }
  return { filter, chosen, choose };
}
