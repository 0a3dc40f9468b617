import type { ChartOf } from '#contract/base/endpoint.ts';
import { auditHourly } from './audit.ts';
import type { Caller, Tx } from '../context.ts';
import { noteEmergencyView } from '../auth/emergency.ts';

type Shown = { chartOf: ChartOf; input: Record<string, unknown>; reply: unknown };

/**
 * Who looked at which charts. What a device says it fetched by itself is told as that: emergency access tags what a
 * person opens.
 */
export async function noteChartViews(tx: Tx, caller: Caller, shown: Shown): Promise<void> {
  const { site, UserId, emergency } = caller;
  const isOpened = shown.input['by'] !== 'device';
  for (const PatientId of new Set(await patientsOf(tx, site, shown))) {
    const action = isOpened ? 'view' : 'fetch';
    await auditHourly(tx, site, { UserId, action, entity: 'patients', pk: PatientId, PatientId });
    if (emergency && isOpened) await noteEmergencyView(tx, { ...caller, emergency }, PatientId);
  }
}

async function patientsOf(tx: Tx, site: string, { chartOf, input, reply }: Shown): Promise<string[]> {
  if ('reply' in chartOf) return [...chartOf.reply(reply as never)];
  if ('patient' in chartOf) return [String(input[chartOf.patient]).toLowerCase()];
  const [table, column, field] = namedBy(chartOf);
  const rows = await tx.rows<{ PatientId: string }>(
    `select "PatientId" from ${table} where site = $1 and "${column}" = $2`,
    [site, input[field]],
  );
  return rows.map(({ PatientId }) => PatientId);
}

function namedBy(chartOf: Exclude<ChartOf, { reply: unknown } | { patient: string }>): [string, string, string] {
  if ('visit' in chartOf) return ['visits', 'VisitId', chartOf.visit];
  if ('case' in chartOf) return ['cases', 'CaseId', chartOf.case];
  return ['claims', 'ClaimId', chartOf.claim];
}
