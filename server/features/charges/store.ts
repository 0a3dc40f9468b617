import type { RecordedService } from '#contract/charges/recorded-services.ts';
import type { Service } from '#contract/charges/service.ts';
import type { Tx } from '#server/kit/context.ts';

const columns = `"ServiceId", "VisitId", "CaseId", "PatientId", "FacilityId", "SortOrder", "CPT_Code", "Minutes", "Count", "Units", "Modifiers", "ProviderId"`;

/** Makes these the services of a visit; null when one of the ids belongs to another visit. */
export async function replaceServices(
  tx: Tx,
  visitId: string,
  services: readonly RecordedService[],
): Promise<Service[] | null> {
  const ids = services.map((service) => service.ServiceId);
  await tx.run(
    `delete from services where site = app_site() and "VisitId" = $1 and not "ServiceId" = any ($2::uuid[])`,
    [visitId, ids],
  );
  const rows = await tx.rows<{ row: Service }>(
    `insert into services as s (site, ${columns})
     select app_site(), ${columns} from jsonb_populate_recordset(null::services, $1::jsonb)
     on conflict (site, "ServiceId") do update set "SortOrder" = excluded."SortOrder", "CPT_Code" = excluded."CPT_Code",
       "Minutes" = excluded."Minutes", "Count" = excluded."Count", "Units" = excluded."Units", "Modifiers" = excluded."Modifiers",
       "ProviderId" = excluded."ProviderId", charge = null
     where s."VisitId" = excluded."VisitId"
     returning to_jsonb(s) - 'site' - 'scope' as row`,
    [JSON.stringify(services)],
  );
  if (rows.length < services.length) return null;
  return rows.map(({ row }) => row).toSorted((a, b) => a.SortOrder - b.SortOrder);
}
