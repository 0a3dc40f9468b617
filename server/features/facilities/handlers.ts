import { z } from 'zod';
import type { Base } from '#contract/base/base.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { RegionId } from '#contract/base/ids.ts';
import type { FacilityFields, facilityEndpoints, OrganizationFields } from '#contract/facilities/endpoints.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { roomsAfter, sharedRoomName, type Room } from '#contract/facilities/room.ts';
import { sharedVisitTypeName, visitTypesAfter } from '#contract/facilities/visit-type-change.ts';
import { VisitType } from '#contract/facilities/visit-type.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { assertAsSeen, mergedWrite, refuseOvertaken } from '#server/kit/merged-write.ts';
import {
  deleteRegion,
  facilitiesOf,
  holdFacilities,
  insertFacility,
  isRegionNameTaken,
  lockFacility,
  lockOrganization,
  organizationsOf,
  readFacility,
  readRegion,
  regionsOf,
  storeOrganization,
  storeRegion,
  updateFacility,
} from './store.ts';

export const facilityHandlers: Handlers<typeof facilityEndpoints> = {
  list: async (_input, { tx }) => ({ facilities: await facilitiesOf(tx), organizations: await organizationsOf(tx) }),

  async get({ id }, { tx }) {
    return (await readFacility(tx, id)) ?? fail('not-found', noFacility);
  },

  async create({ organization, visit_types, rooms = [], ...fields }, { tx, now }) {
    await assertRegion(tx, fields.RegionId);
    await storeBiller(tx, fields.OrganizationId, organization);
    const types = typesAfter([], visit_types, now);
    const made = await insertFacility(tx, { ...fields, visit_types: types, rooms: roomsFrom([], rooms) });
    return made ?? fail('conflict', 'A facility with this id already exists. Nothing was changed.');
  },

  async update({ id, base, ...sent }, { tx, now }) {
    await holdFacilities(tx);
    const before = await lockFacility(tx, id);
    if (!before) fail('not-found', noFacility);
    const OrganizationId = sent.OrganizationId ?? before.OrganizationId;
    const there = { ...asSent(before), organization: await lockOrganization(tx, OrganizationId) };
    const current = { ...there, organization: await lockOrganization(tx, before.OrganizationId) };
    const merged = mergedWrite(there, definedFields(sent), base, { ...ofFacility, current });
    const { organization, visit_types = [], rooms = [], settings, ...fields } = merged;
    const next = { ...before, ...fields, settings: { ...before.settings, ...settings } };
    // What was changed of one biller is not for the biller whom somebody else has chosen since.
    if (organization && next.OrganizationId !== OrganizationId) refuseOvertaken(current, ofFacility.noun);
    await assertRegion(tx, fields.RegionId);
    await storeBiller(tx, OrganizationId, organization);
    return updateFacility(tx, {
      ...next,
      visit_types: typesAfter(before.visit_types, visit_types, now),
      rooms: roomsFrom(before.rooms, rooms),
    });
  },

  regions: async (_input, { tx }) => ({ regions: await regionsOf(tx) }),

  async createRegion({ base, ...input }, { tx, newId }) {
    await holdFacilities(tx);
    await assertNotMoved(tx, input.facilityIds, base, {});
    return writeRegion(tx, { ...input, RegionId: newId() }, null);
  },

  async updateRegion({ id, base, ...input }, { tx }) {
    await holdFacilities(tx);
    const before = (await readRegion(tx, id)) ?? fail('not-found', noRegion);
    const merged = mergedWrite(before, input, base, ofRegion);
    const joining = merged.facilityIds.filter((each) => !before.facilityIds.includes(each));
    await assertNotMoved(tx, joining, base, before);
    return writeRegion(tx, { ...merged, RegionId: id }, id);
  },

  async deleteRegion({ id, base }, { tx }) {
    await holdFacilities(tx);
    assertAsSeen((await readRegion(tx, id)) ?? fail('not-found', noRegion), base, ofRegion.noun);
    await deleteRegion(tx, id);
    return { deleted: true };
  },
};

/** How what several people change at once is merged. */
const ofFacility = {
  noun: 'facility',
  parts: {
    PlacesOfService: 'set',
    settings: 'fields',
    organization: 'fields',
    visit_types: { rowsBy: 'VisitTypeId' },
    rooms: { rowsBy: 'RoomId' },
  },
} as const;
const ofRegion = { noun: 'region', parts: { facilityIds: 'set' } } as const;

/** A facility with its visit types as they are sent; older rows do not have all of their fields. */
function asSent(facility: Facility) {
  const visit_types = facility.visit_types.map((type) => ({
    ...VisitType.parse(type),
    isDeleted: type.deleted_at !== null,
  }));
  return { ...facility, visit_types };
}

/** A facility leaves its region for another one only where that is the region its writer saw it in. */
async function assertNotMoved(tx: Tx, ids: readonly string[], base: Base | undefined, current: object): Promise<void> {
  const seen = z.record(z.string(), z.unknown()).catch({}).parse(base?.['regionOf']);
  const facilities = await facilitiesOf(tx);
  const isMoved = (id: string) => id in seen && facilities.find((one) => one.FacilityId === id)?.RegionId !== seen[id];
  if (ids.some(isMoved))
    fail('changed-elsewhere', 'Someone else moved one of these facilities to another region. Nothing was saved.', {
      current,
    });
}

type Fields = Omit<z.output<typeof FacilityFields>, 'visit_types' | 'rooms'>;
type WholeBiller = z.output<typeof OrganizationFields>;
type Biller = { [K in keyof WholeBiller]?: WholeBiller[K] | undefined };

const noFacility = 'This facility was not found.';
const noRegion = 'This region was not found.';
const noBiller = 'This billing entity was not found. Nothing was changed.';

/** Physical therapy clinic (NUCC); what the clearinghouse calls itself and us until a connection says otherwise. */
const newBiller = {
  Taxonomy: '261QP2000X',
  ReceiverId: 'MAINSTAYHUB',
  ReceiverName: 'MAINSTAY CLEARINGHOUSE',
};

function typesAfter(before: readonly VisitType[], changes: Parameters<typeof visitTypesAfter>[1], now: Date) {
  const types = visitTypesAfter(before, changes, now.toISOString());
  const shared = sharedVisitTypeName(types);
  if (shared !== null) {
    fail('invalid', `Two visit types are named “${shared}”. Nothing was changed. Rename one of them.`, {
      fields: { visit_types: 'must have different names' },
    });
  }
  return types;
}

function roomsFrom(before: readonly Room[], changes: readonly Room[]): Room[] {
  const rooms = roomsAfter(before, changes);
  const shared = sharedRoomName(rooms);
  if (shared !== null) {
    fail('invalid', `Two rooms are named “${shared}”. Nothing was changed. Rename one of them.`, {
      fields: { rooms: 'must have different names' },
    });
  }
  return rooms;
}

async function assertRegion(tx: Tx, id: string | null | undefined): Promise<void> {
  if (!id || (await readRegion(tx, id))) return;
  fail('invalid', 'This region was deleted. Nothing was changed. Choose another region.', {
    fields: { RegionId: 'is not a region of this site' },
  });
}

/** Changes who bills, or makes it when all of it was given. */
async function storeBiller(
  tx: Tx,
  OrganizationId: Fields['OrganizationId'],
  fields: Biller | undefined,
): Promise<void> {
  const before = await lockOrganization(tx, OrganizationId);
  if (before) {
    if (fields) await storeOrganization(tx, { ...before, ...definedFields(fields) });
    return;
  }
  if (!isWhole(fields))
    fail('invalid', noBiller, { fields: { OrganizationId: 'is not a billing entity of this site' } });
  await storeOrganization(tx, { ...newBiller, SubmitterId: fields.TaxId, ...fields, OrganizationId });
}

function isWhole(fields: Biller | undefined): fields is WholeBiller {
  return fields !== undefined && billerKeys.every((key) => fields[key] !== undefined);
}

const billerKeys = [
  'Name',
  'NationalProviderId',
  'TaxId',
  'Address1',
  'City',
  'StateOrProvince',
  'PostalCode',
  'Phone',
  'ContactName',
] as const satisfies readonly (keyof Biller)[];

type RegionInput = { RegionId: string; Name: string; facilityIds: string[] };

async function writeRegion(tx: Tx, region: RegionInput, except: string | null) {
  if (await isRegionNameTaken(tx, region.Name, except)) {
    fail('conflict', `A region named “${region.Name}” already exists. Nothing was changed.`, {
      fields: { Name: 'is the name of another region' },
    });
  }
  if (!(await storeRegion(tx, region))) {
    fail('invalid', 'One of these facilities belongs to another site. Nothing was changed.', {
      fields: { facilityIds: 'must be facilities of this site' },
    });
  }
  const stored = await readRegion(tx, RegionId.parse(region.RegionId));
  if (!stored) throw new Error('A region was not written');
  return stored;
}
