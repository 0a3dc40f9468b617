import { z } from 'zod';
import { FacilityId, OrganizationId } from '../base/ids.ts';
import { PlaceOfService } from './place-of-service.ts';
import { Room } from './room.ts';
import { VisitType } from './visit-type.ts';

/** A clinic location. Its name is held in LastName (or FirstName, spec 3). */
export const Facility = z.object({
  FacilityId,
  OrganizationId,
  FirstName: z.string().nullable(),
  LastName: z.string().nullable(),
  Address1: z.string(),
  City: z.string(),
  StateOrProvince: z.string().length(2),
  PostalCode: z.string(),
  Phone: z.string().nullable(),
  NationalProviderId: z.string().nullable(),
  RegionId: z.uuid().nullable(),
  TimeZone: z.string(),
  Inactive: z.boolean(),
  PlacesOfService: z.array(PlaceOfService),
  visit_types: z.array(VisitType),
  /** Of scope facility (contract/settings/settings.ts says what each means); missing in a row of an older server. */
  settings: z.record(z.string(), z.unknown()).optional(),
  rooms: z.array(Room).default([]),
});
export type Facility = z.output<typeof Facility>;

export function facilityName(facility: Pick<Facility, 'FirstName' | 'LastName' | 'Inactive'>): string {
  const name = facility.LastName ?? facility.FirstName ?? 'Unnamed facility';
  return facility.Inactive ? `Archived - ${name}` : name;
}
