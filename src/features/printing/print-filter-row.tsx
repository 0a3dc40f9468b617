import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { FacilityId, ProviderId } from '#contract/base/ids.ts';
import { providerName } from '#contract/providers/provider.ts';
import { readAll } from '#local/reads/reads.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { filterFrom, type PrintFilter } from './print-filter.ts';
import classes from './printing.module.css';

/** Of an address without day, facility or provider: today, the facility of the top bar, and one's own visits. */
export function usePrintFilter(params: URLSearchParams, isOwn: boolean): PrintFilter {
  const day = useClinicToday();
  const [preferences] = usePreferences();
  const { provider } = useCurrentUser();
  const own = isOwn ? (provider?.ProviderId ?? null) : null;
  return filterFrom(params, { day, FacilityId: preferences.facilityId ?? null, ProviderId: own });
}

type Props = { filter: PrintFilter; onFilter: (next: PrintFilter) => void; withProvider: boolean };

/** Day, facility and provider of what is printed. */
export function PrintFilterRow({ filter, onFilter, withProvider }: Props) {
  const { facilityIds } = useCurrentUser();
  const { regions } = useWebsite();
  const facilities = useLiveValue(() => readAll('facilities'), []) ?? [];
  const providers = useLiveValue(() => activeProviders(filter.FacilityId), [filter.FacilityId]) ?? [];
  const mine = facilities.filter((each) => facilityIds === null || facilityIds.includes(each.FacilityId));
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <div className={classes.filter}>
      <DateField
        label="Day"
        w={170}
        value={refused ?? filter.day}
        onRefused={setRefused}
        onChange={(day) => {
          setRefused(null);
          if (day !== null) onFilter({ ...filter, day });
        }}
      />
      {mine.length > 1 && (
        <NativeSelect
          label="Facility"
          value={filter.FacilityId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, FacilityId: value === '' ? null : FacilityId.parse(value) })
          }
          data={[{ value: '', label: 'All facilities' }, ...facilitySelectData(facilityOptions(mine, regions))]}
        />
      )}
      {withProvider && (
        <NativeSelect
          label="Provider"
          value={filter.ProviderId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, ProviderId: value === '' ? null : ProviderId.parse(value) })
          }
          data={[
            { value: '', label: 'All providers' },
            ...providers.map((each) => ({ value: each.ProviderId, label: providerName(each) })),
          ]}
        />
      )}
    </div>
  );
}
