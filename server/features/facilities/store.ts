import type { z } from 'zod';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Organization } from '#contract/facilities/organization.ts';
import type { Region } from '#contract/facilities/region.ts';
import type { Tx } from '#server/kit/context.ts';

type FacilityRow = z.input<typeof Facility>;
type RegionRow = z.input<typeof Region>;

const facilityJson = `to_jsonb(f) - 'site' - 'scope'`;

export async function facilitiesOf(tx: Tx): Promise<FacilityRow[]> {
  const rows = await tx.rows<{ row: FacilityRow }>(
    `select ${facilityJson} as row from facilities f where site = app_site()
     order by "Inactive", lower(coalesce("LastName", "FirstName")), "FacilityId"`,
  );
  return rows.map(({ row }) => row);
}

export async function organizationsOf(tx: Tx): Promise<z.input<typeof Organization>[]> {
  const rows = await tx.rows<{ row: z.input<typeof Organization> }>(
    `select to_jsonb(o) - 'site' as row from organizations o where site = app_site() order by "Name", "OrganizationId"`,
  );
  return rows.map(({ row }) => row);
}

export async function readFacility(tx: Tx, id: string): Promise<FacilityRow | undefined> {
  const found = await tx.maybe<{ row: FacilityRow }>(
    `select ${facilityJson} as row from facilities f where site = app_site() and "FacilityId" = $1`,
    [id],
  );
  return found?.row;
}

/** One change of facilities and regions of a site at a time: a facility's region is changed by both. */
export async function holdFacilities(tx: Tx): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('facilities ' || app_site()))`);
}

/** The facility, held until the transaction ends. */
export async function lockFacility(tx: Tx, id: string): Promise<Facility | undefined> {
  const found = await tx.maybe<{ row: Facility }>(
    `select ${facilityJson} as row from facilities f where site = app_site() and "FacilityId" = $1 for update`,
    [id],
  );
  return found?.row;
}

/** The new row; undefined when the id is taken. */
export async function insertFacility(tx: Tx, facility: FacilityRow): Promise<FacilityRow | undefined> {
  const columns = columnsOf(facility);
  const found = await tx.maybe<{ row: FacilityRow }>(
    `insert into facilities as f (site, ${columns})
     select app_site(), ${columns} from jsonb_populate_record(null::facilities, $1::jsonb)
     on conflict do nothing returning ${facilityJson} as row`,
    [JSON.stringify(facility)],
  );
  return found?.row;
}

export async function updateFacility(tx: Tx, facility: Facility): Promise<FacilityRow> {
  const found = await tx.maybe<{ row: FacilityRow }>(
    `update facilities f set (${columnsOf(facility)}) = (
       select ${columnsOf(facility)} from jsonb_populate_record(null::facilities, $1::jsonb))
     where site = app_site() and "FacilityId" = $2 returning ${facilityJson} as row`,
    [JSON.stringify(facility), facility.FacilityId],
  );
  if (!found) throw new Error('A facility was not written');
  return found.row;
}

/** Who bills, held until the transaction ends. */
export async function lockOrganization(tx: Tx, id: string): Promise<Organization | undefined> {
  const found = await tx.maybe<{ row: Organization }>(
    `select to_jsonb(o) - 'site' as row from organizations o where site = app_site() and "OrganizationId" = $1 for update`,
    [id],
  );
  return found?.row;
}

/** Writes the whole row, new or known. */
export async function storeOrganization(tx: Tx, organization: z.input<typeof Organization>): Promise<void> {
  const columns = columnsOf(organization);
  await tx.run(
    `insert into organizations as o (site, ${columns})
     select app_site(), ${columns} from jsonb_populate_record(null::organizations, $1::jsonb)
     on conflict (site, "OrganizationId") do update set (${columns}) = (
       select ${columns} from jsonb_populate_record(null::organizations, $1::jsonb))`,
    [JSON.stringify(organization)],
  );
}

const regionRow = `r."RegionId", r."Name", coalesce((select array_agg(f."FacilityId" order by f."LastName", f."FacilityId")
  from facilities f where f.site = r.site and f."RegionId" = r."RegionId"), '{}') as "facilityIds"`;

export function regionsOf(tx: Tx): Promise<RegionRow[]> {
  return tx.rows<RegionRow>(
    `select ${regionRow} from regions r where site = app_site() order by lower("Name"), "RegionId"`,
  );
}

export function readRegion(tx: Tx, id: string): Promise<RegionRow | undefined> {
  return tx.maybe<RegionRow>(`select ${regionRow} from regions r where site = app_site() and "RegionId" = $1`, [id]);
}

/** Whether another region has this name, whatever its case. */
export async function isRegionNameTaken(tx: Tx, Name: string, except: string | null): Promise<boolean> {
  const found = await tx.maybe(
    `select 1 from regions where site = app_site() and lower("Name") = lower($1) and "RegionId" is distinct from $2::uuid`,
    [Name, except],
  );
  return found !== undefined;
}

/** Writes a region and makes these its facilities; false when one of them is not of this site. */
export async function storeRegion(tx: Tx, region: { RegionId: string; Name: string; facilityIds: string[] }) {
  const { RegionId, Name } = region;
  const facilityIds = [...new Set(region.facilityIds.map((id) => id.toLowerCase()))];
  await tx.run(
    `insert into regions (site, "RegionId", "Name") values (app_site(), $1, $2)
     on conflict (site, "RegionId") do update set "Name" = excluded."Name"`,
    [RegionId, Name],
  );
  await tx.run(
    `update facilities set "RegionId" = null where site = app_site() and "RegionId" = $1 and not "FacilityId" = any ($2::uuid[])`,
    [RegionId, facilityIds],
  );
  await tx.run(
    `update facilities set "RegionId" = $1 where site = app_site() and "FacilityId" = any ($2::uuid[])
       and "RegionId" is distinct from $1`,
    [RegionId, facilityIds],
  );
  const held = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from facilities where site = app_site() and "RegionId" = $1`,
    [RegionId],
  );
  return held?.count === facilityIds.length;
}

export async function deleteRegion(tx: Tx, id: string): Promise<boolean> {
  // Through the table itself, so that every device hears that its facilities have changed.
  await tx.run(`update facilities set "RegionId" = null where site = app_site() and "RegionId" = $1`, [id]);
  return (await tx.run(`delete from regions where site = app_site() and "RegionId" = $1`, [id])) > 0;
}

function columnsOf(row: object): string {
  return Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
}
