import { z } from 'zod';
import { withBase } from '../base/base.ts';
import { Npi, PhoneDigits, ZipDigits } from '../base/contact-fields.ts';
import type { EndpointTable } from '../base/endpoint.ts';
import { FacilityId, OrganizationId, RegionId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { TimeZoneName } from '../base/time-zone.ts';
import { UsState } from '../base/us-states.ts';
import { SomeFacilitySettings } from '../settings/settings.ts';
import { Facility } from './facility.ts';
import { Organization } from './organization.ts';
import { PlaceOfService } from './place-of-service.ts';
import { Region } from './region.ts';
import { RoomChange } from './room.ts';
import { VisitTypeChange } from './visit-type-change.ts';

/** What is typed of a facility; its name is held in LastName, older rows may have it in FirstName. */
export const FacilityFields = z.strictObject({
  OrganizationId,
  FirstName: OptionalLine(80),
  LastName: Line(80),
  Address1: Line(120),
  City: Line(60),
  StateOrProvince: UsState,
  PostalCode: ZipDigits,
  Phone: PhoneDigits.nullable(),
  NationalProviderId: Npi.nullable(),
  RegionId: RegionId.nullable(),
  TimeZone: TimeZoneName,
  Inactive: z.boolean(),
  PlacesOfService: z.array(PlaceOfService).min(1).max(8),
  visit_types: z.array(VisitTypeChange).max(100),
  /** Those that are not sent stay as they are. */
  settings: SomeFacilitySettings.optional(),
  rooms: z.array(RoomChange).max(100).optional(),
});

/** What is typed of who bills; the clearinghouse's names come with the connection to it. */
export const OrganizationFields = z.strictObject({
  Name: Line(60),
  NationalProviderId: Npi,
  TaxId: z
    .string()
    .max(9)
    .regex(/^\d{9}$/, { error: 'must be nine digits' }),
  Address1: Line(55),
  City: Line(30),
  StateOrProvince: UsState,
  PostalCode: z
    .string()
    .max(9)
    .regex(/^\d{9}$/, { error: 'must be nine digits (ZIP+4)' }),
  Phone: PhoneDigits,
  ContactName: Line(60),
});

const RegionFields = { Name: Line(60), facilityIds: z.array(FacilityId).max(500) };
/** spec 2: a child of /company. */
const manages = { all: ['access company', 'manage facilities'] };

export const facilityEndpoints = {
  list: {
    call: 'GET /facilities',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Lists all facilities of the site, including archived ones, and their billing entities.',
    input: z.strictObject({}),
    reply: z.object({ facilities: z.array(Facility), organizations: z.array(Organization) }),
  },
  regions: {
    call: 'GET /facilities/regions',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Lists the regions of the site by name.',
    input: z.strictObject({}),
    reply: z.object({ regions: z.array(Region) }),
  },
  createRegion: {
    call: 'POST /facilities/regions',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Adds a region. Its facilities leave their old regions, listed in `base.regionOf`.',
    input: z.strictObject({ ...RegionFields, ...withBase }),
    reply: Region,
  },
  updateRegion: {
    call: 'PUT /facilities/regions/:id',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Changes the name and facilities of a region. `base.regionOf` has the region of each other facility.',
    input: z.strictObject({ id: RegionId, ...RegionFields, ...withBase }),
    reply: Region,
  },
  deleteRegion: {
    call: 'DELETE /facilities/regions/:id',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Removes a region. Its facilities then have no region.',
    input: z.strictObject({ id: RegionId, ...withBase }),
    reply: z.object({ deleted: z.boolean() }),
  },
  get: {
    call: 'GET /facilities/:id',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Returns one facility.',
    input: z.strictObject({ id: FacilityId }),
    reply: Facility,
  },
  create: {
    call: 'POST /facilities',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Adds a facility. With `organization`, adds or changes its billing entity too.',
    input: FacilityFields.extend({ FacilityId, organization: OrganizationFields.optional() }),
    reply: Facility,
  },
  update: {
    call: 'PUT /facilities/:id',
    access: manages,
    noChart: 'About the clinic’s own places.',
    summary: 'Changes a facility. Fields and visit types not sent stay the same.',
    input: FacilityFields.partial().extend({
      id: FacilityId,
      organization: OrganizationFields.partial().optional(),
      ...withBase,
    }),
    reply: Facility,
  },
} as const satisfies EndpointTable;
