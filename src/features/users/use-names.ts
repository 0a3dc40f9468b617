import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { PermissionNames } from '#contract/users/permission-catalogue.ts';
import { readAll } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

export type Named = PermissionNames & { allFacilities: readonly Facility[]; allProviders: readonly Provider[] };

/** What facilities and providers are called, from this device. */
export function useNames(): Named {
  const allFacilities = useLiveValue(() => readAll('facilities'), []) ?? [];
  const allProviders = useLiveValue(() => readAll('providers'), []) ?? [];
  return {
    allFacilities,
    allProviders,
    facilities: new Map(allFacilities.map((one) => [one.FacilityId, facilityName(one)])),
    providers: new Map(allProviders.map((one) => [one.ProviderId, providerName(one)])),
  };
}
