import { factsOfCase, type CaseRows } from '#contract/compliance/facts-of-case.ts';
import type { ComplianceFacts } from '#contract/compliance/facts.ts';
import type { Case } from '#contract/cases/case.ts';
import type { EntityName, RowOf } from '#contract/entities.ts';
import type { Caller, Tx } from '#server/kit/context.ts';
import { allRows, rowsNaming } from '#server/kit/db/rows.ts';

/** What the clocks of a case are told from, as far as the caller may see it. */
export async function complianceFacts(
  tx: Tx,
  of: Case,
  { today, providerIds, facilityIds }: { today: string } & Pick<Caller, 'providerIds' | 'facilityIds'>,
): Promise<ComplianceFacts> {
  const ofCase = <E extends EntityName>(entity: E): Promise<RowOf<E>[]> =>
    rowsNaming(tx, entity, { column: 'CaseId', id: of.CaseId });
  const rows: CaseRows = {
    case: of,
    insurances: await rowsNaming(tx, 'insurances', { column: 'PatientId', id: of.PatientId }),
    payers: await allRows(tx, 'payers'),
    plans: await ofCase('plansOfCare'),
    stamps: await ofCase('planStamps'),
    notes: await ofCase('visitNotes'),
    visits: await ofCase('visits'),
    sees: { providerIds, facilityIds },
    facilities: await allRows(tx, 'facilities'),
    services: await ofCase('services'),
    providers: await allRows(tx, 'providers'),
    scripts: await ofCase('scripts'),
    authorizations: await ofCase('authorizations'),
  };
  return factsOfCase(rows, today);
}

/** The clinic's day on which a call was made, which may have waited on its device; never one to come. */
export async function dayMade(tx: Tx, now: Date): Promise<string> {
  const found = await tx.maybe<{ day: string }>(
    `select (least(coalesce(nullif(current_setting('app.made_at', true), '')::timestamptz, $1), $1)
       at time zone "TimeZone")::date::text as day from sites where site = app_site()`,
    [now.toISOString()],
  );
  if (!found) throw new Error('The site of a caller is gone');
  return found.day;
}
