import type { RecordedService } from '#contract/charges/recorded-services.ts';
import { isBilledOtherwise, type Recount } from '#contract/charges/recounted-services.ts';
import type { Service } from '#contract/charges/service.ts';
import { fail } from '#contract/base/errors.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';

const columns = `"ServiceId", "VisitId", "CaseId", "PatientId", "FacilityId", "SortOrder", "CPT_Code", "Minutes", "Count", "Units", "Modifiers", "AssistantUnits", "Performed", "ProviderId"`;

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
  const rows = await tx.rows<Service>(
    `insert into services as s (site, ${columns})
     select app_site(), ${columns} from jsonb_populate_recordset(null::services, $1::jsonb)
     on conflict (site, "ServiceId") do update set "SortOrder" = excluded."SortOrder", "CPT_Code" = excluded."CPT_Code",
       "Minutes" = excluded."Minutes", "Count" = excluded."Count", "Units" = excluded."Units", "Modifiers" = excluded."Modifiers",
       "AssistantUnits" = excluded."AssistantUnits", "Performed" = excluded."Performed",
       "ProviderId" = excluded."ProviderId", charge = null
     where s."VisitId" = excluded."VisitId"
     returning ${columnsOf('services', 's')}`,
    [JSON.stringify(services)],
  );
  if (rows.length < services.length) return null;
  return rows.toSorted((a, b) => a.SortOrder - b.SortOrder);
}

/** Writes services as they are billed, where that is otherwise than they were recorded; `undone` is what a refusal keeps back. */
export async function storeRecount(tx: Tx, visit: Visit, recount: Recount, undone: string): Promise<Service[]> {
  const { recorded, now, refusal } = recount;
  if (refusal) fail('user-visible', `${undone} ${refusal}`, { current: visit });
  if (!isBilledOtherwise(recorded, now)) return recorded;
  const stored = await replaceServices(tx, visit.VisitId, now);
  if (!stored) throw new Error('The services of a visit were not its own');
  return stored;
}
