import { Button } from '@mantine/core';
import { useState } from 'react';
import { showPhone } from '#contract/base/text.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { isNameIn } from '#contract/patients/name-words.ts';
import type { Region } from '#contract/facilities/region.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import { toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { FacilityDrawer, type FacilitiesData } from './facility-drawer.tsx';
import { HolidaysPart } from './holidays-part.tsx';
import { RegionDrawer } from './region-drawer.tsx';
import classes from './facilities.module.css';

type Props = {
  /** The facility of the address, `new`, or null for the list alone. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

/** The facilities of the site, archived ones last (spec 5), and the regions they are in. */
export function FacilitiesScreen({ open, onOpen }: Props) {
  const fetched = useFetched(fetchAll);
  const isOnline = useOnline();
  const [typed, setTyped] = useState('');
  useShortcut('n', 'New facility', () => onOpen('new'));
  return (
    <>
      <Toolbar
        label="Facilities"
        end={
          <Button disabled={!isOnline} onClick={() => onOpen('new')}>
            New facility
          </Button>
        }
      >
        <SearchBox label="Name, city or state" value={typed} onChange={setTyped} w={240} />
      </Toolbar>
      <div className={classes.below}>
        <FetchedPart of={fetched} what="facilities">
          {(data) => (
            <Lists data={data} typed={typed} open={open} onOpen={onOpen} reload={fetched.load} put={fetched.put} />
          )}
        </FetchedPart>
        <HolidaysPart />
      </div>
    </>
  );
}

async function fetchAll(): Promise<FacilitiesData> {
  const [{ facilities, organizations }, { regions }] = await Promise.all([
    call('facilities.list', {}),
    call('facilities.regions', {}),
  ]);
  return { facilities, organizations, regions };
}

type ListsProps = Props & {
  data: FacilitiesData;
  typed: string;
  reload: () => void;
  put: (data: FacilitiesData) => void;
};

function Lists({ data, typed, open, onOpen, reload, put }: ListsProps) {
  const [region, setRegion] = useState<Region | 'new' | null>(null);
  const isOnline = useOnline();
  const facility = open === 'new' ? 'new' : (data.facilities.find(({ FacilityId }) => FacilityId === open) ?? null);

  function saved(one: Facility): void {
    const others = data.facilities.filter(({ FacilityId }) => FacilityId !== one.FacilityId);
    put({ ...data, facilities: [...others, one] });
    onOpen(null);
    reload();
  }

  async function setInactive({ FacilityId: id }: Facility, Inactive: boolean): Promise<void> {
    try {
      const changed = await call('facilities.update', { id, Inactive });
      saved(changed);
      const name = facilityName({ ...changed, Inactive: false });
      const sentence = Inactive ? `${name} is archived.` : `${name} is restored.`;
      toastUndo(sentence, async () => {
        await setInactive(changed, !Inactive);
        return false;
      });
    } catch (error) {
      toastFailure(error, 'That did not work. Nothing was changed. Try again.');
    }
  }

  return (
    <>
      <DataTable
        label="Facilities"
        rows={shownOf(data.facilities, typed)}
        rowKey={(one) => one.FacilityId}
        onOpen={(one) => onOpen(one.FacilityId)}
        selectedKey={open}
        columns={columnsOf(data.regions)}
        empty={
          typed === '' ? (
            <EmptyState title="No facilities yet">Add the first facility where you treat patients.</EmptyState>
          ) : (
            <EmptyState title="No facility matches">Search by name, city or state.</EmptyState>
          )
        }
      />
      <div className={classes.heading}>
        <h2>Regions</h2>
        <Button variant="default" size="xs" disabled={!isOnline} onClick={() => setRegion('new')}>
          New region
        </Button>
      </div>
      <DataTable
        label="Regions"
        rows={data.regions}
        rowKey={(one) => one.RegionId}
        onOpen={setRegion}
        columns={[
          { key: 'name', title: 'Region', cell: (one) => one.Name, width: '30%' },
          { key: 'facilities', title: 'Facilities', cell: (one) => namesOf(one, data.facilities) },
        ]}
        empty={
          <EmptyState title="No regions" compact>
            Regions group facilities in lists and reports.
          </EmptyState>
        }
      />
      <FacilityDrawer
        facility={facility}
        data={data}
        onClose={() => onOpen(null)}
        onSaved={saved}
        onArchive={(one) => setInactive(one, !one.Inactive)}
      />
      <RegionDrawer
        region={region}
        facilities={data.facilities}
        onClose={() => setRegion(null)}
        onSaved={() => {
          setRegion(null);
          reload();
        }}
        onReload={reload}
      />
    </>
  );
}

function columnsOf(regions: readonly Region[]): Column<Facility>[] {
  const names = new Map(regions.map(({ RegionId, Name }) => [String(RegionId), Name]));
  return [
    { key: 'name', title: 'Facility', cell: facilityName },
    { key: 'place', title: 'Place', cell: (one) => `${one.City}, ${one.StateOrProvince}` },
    { key: 'region', title: 'Region', cell: (one) => names.get(one.RegionId ?? '') ?? '-', secondary: true },
    { key: 'phone', title: 'Phone', cell: (one) => showPhone(one.Phone), secondary: true },
    { key: 'npi', title: 'NPI', cell: (one) => one.NationalProviderId ?? '-', secondary: true },
    {
      key: 'types',
      title: 'Visit types',
      align: 'end',
      cell: (one) => one.visit_types.filter(({ deleted_at }) => deleted_at === null).length,
      secondary: true,
    },
  ];
}

function shownOf(facilities: readonly Facility[], typed: string): Facility[] {
  return facilities
    .filter((one) => isNameIn(`${facilityName(one)} ${one.City} ${one.StateOrProvince}`, typed))
    .toSorted((a, b) => Number(a.Inactive) - Number(b.Inactive) || facilityName(a).localeCompare(facilityName(b)));
}

function namesOf(region: Region, facilities: readonly Facility[]): string {
  const ids = new Set<string>(region.facilityIds);
  const names = facilities.filter(({ FacilityId }) => ids.has(FacilityId)).map(facilityName);
  return names.length === 0 ? '-' : names.join(', ');
}
