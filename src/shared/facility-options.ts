import { facilityName, type Facility } from '#contract/facilities/facility.ts';

export type FacilityOption = { FacilityId: string; label: string; group: string | null };
type RegionName = { RegionId: string; Name: string };

/** spec 9: longer lists are grouped by state or region, if that leaves less than half to look at first. */
const groupedOver = 10;
const noRegion = 'No region';

/** By name, archived ones last and labelled (spec 5); grouped by state, or else by region, where it helps (spec 9). */
export function facilityOptions(
  facilities: readonly Facility[],
  regions: readonly RegionName[] = [],
): FacilityOption[] {
  const sorted = facilities.toSorted(
    (a, b) => Number(a.Inactive) - Number(b.Inactive) || facilityName(a).localeCompare(facilityName(b)),
  );
  const names = new Map(regions.map(({ RegionId, Name }) => [RegionId, Name]));
  const stateOf = (facility: Facility) => facility.StateOrProvince;
  const regionOf = (facility: Facility) => names.get(facility.RegionId ?? '') ?? noRegion;
  const groupOf = [stateOf, regionOf].find((group) => helps(sorted, group));
  const options = sorted.map((facility) => ({
    FacilityId: facility.FacilityId,
    label: facilityName(facility),
    group: groupOf?.(facility) ?? null,
  }));
  return groupOf ? options.toSorted((a, b) => byGroup(a.group ?? '', b.group ?? '')) : options;
}

type SelectItem = { value: string; label: string; disabled?: boolean };
export type GroupedOption = { value: string; label: string; group: string | null };

/** Options of a select, under their headings where they are grouped. */
export function selectData(
  options: readonly GroupedOption[],
  isDisabled: (value: string) => boolean = () => false,
): SelectItem[] | { group: string; items: SelectItem[] }[] {
  const item = ({ value, label }: GroupedOption) => ({ value, label, disabled: isDisabled(value) });
  if (options.every(({ group }) => group === null)) return options.map(item);
  const groups = Map.groupBy(options, ({ group }) => group ?? '');
  return [...groups].map(([group, of]) => ({ group, items: of.map(item) }));
}

export function facilitySelectData(options: readonly FacilityOption[]) {
  return selectData(options.map(({ FacilityId, label, group }) => ({ value: FacilityId, label, group })));
}

/** One group of all would only be a line more to read. */
function helps(facilities: readonly Facility[], groupOf: (facility: Facility) => string): boolean {
  if (facilities.length <= groupedOver) return false;
  const count = new Set(facilities.map(groupOf)).size;
  return count > 1 && count < facilities.length / 2;
}

function byGroup(a: string, b: string): number {
  return Number(a === noRegion) - Number(b === noRegion) || a.localeCompare(b);
}
