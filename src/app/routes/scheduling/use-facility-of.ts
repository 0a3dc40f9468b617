import { useEffect, useEffectEvent } from 'react';
import { FacilityId } from '#contract/base/ids.ts';
import { usePreferences } from '#shared/preferences.ts';

/** The facility of the address becomes the one of the top bar, which is kept with the user; later the bar decides. */
export function useFacilityOf(params: URLSearchParams): FacilityId | null {
  const [preferences, save] = usePreferences();
  const take = useEffectEvent(() => {
    const asked = FacilityId.safeParse(params.get('facility')).data;
    if (asked) void save({ facilityId: asked });
  });
  useEffect(() => take(), []);
  return preferences.facilityId ?? null;
}
