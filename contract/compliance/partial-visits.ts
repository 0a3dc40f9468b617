import type { Facility } from '../facilities/facility.ts';

/** Whose visits, and of which facilities, somebody may see; null is all of them. */
export type RowScope = { providerIds: readonly string[] | null; facilityIds: readonly string[] | null };

type Scoped = {
  sees: RowScope;
  /** All of the site. */
  facilities: readonly Pick<Facility, 'FacilityId'>[];
};

/** Whether visits of a case may be hidden from who asks: a patient is treated wherever the clinic is. */
export function areVisitsPartial({ sees, facilities }: Scoped): boolean {
  const { providerIds, facilityIds } = sees;
  if (providerIds !== null) return true;
  if (facilityIds === null) return false;
  return facilities.length === 0 || !facilities.every(({ FacilityId }) => facilityIds.includes(FacilityId));
}
