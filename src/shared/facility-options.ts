import { facilityName, type Facility } from '#contract/facilities/facility.ts';

export type FacilityOption = { FacilityId: string; label: string; group: string | null };

/** spec 9: longer lists are grouped by state, if that more than halves what is looked at first. */
const groupedFrom = 10;

/** By name, archived ones last and labelled (spec 5); grouped by state where it helps (spec 9). */
export function facilityOptions(facilities: readonly Facility[]): FacilityOption[] {
  const sorted = facilities.toSorted(
    (a, b) => Number(a.Inactive) - Number(b.Inactive) || facilityName(a).localeCompare(facilityName(b)),
  );
  const groups = new Set(sorted.map((facility) => facility.StateOrProvince));
  const isGrouped = sorted.length > groupedFrom && groups.size < sorted.length / 2;
  const inOrder = isGrouped ? sorted.toSorted((a, b) => a.StateOrProvince.localeCompare(b.StateOrProvince)) : sorted;
  return inOrder.map((facility) => ({
    FacilityId: facility.FacilityId,
    label: facilityName(facility),
    group: isGrouped ? facility.StateOrProvince : null,
  }));
}
