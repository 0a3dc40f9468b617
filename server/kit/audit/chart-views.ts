import type { ChartOf, Delivery } from '#contract/base/endpoint.ts';
import type { AuditAction } from '#contract/audit/entry-words.ts';
import { audit, auditChartsHourly, type Told } from './audit.ts';
import type { AuditTogether } from './together.ts';
import type { Caller, Tx } from '../context.ts';
import type { TransactionMode } from '../db/transaction-mode.ts';
import { noteEmergencyView } from '../auth/emergency.ts';

type Shown = { chartOf: ChartOf; input: Record<string, unknown>; reply: unknown };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who got which charts, in the transaction that shows them: nobody looks unseen. */
export async function noteChartViews(tx: Tx, caller: Caller, shown: Shown): Promise<void> {
  const { chartOf, input } = shown;
  const PatientIds = idsIn(await patientsOf(tx, caller.site, shown));
  const { at, fetched } = 'reply' in chartOf ? chartOf : {};
  if (at) {
    if (PatientIds.size > 0)
      await audit(tx, caller.site, deliveryOf(caller, { at, PatientIds, device: input['device'] }));
    return;
  }
  return noteViews(tx, caller, { PatientIds, isFetched: fetched === true || input['by'] === 'device' });
}

/**
 * Charts one by one. Only a device that is known as one is believed that it asks by itself; under emergency access
 * nobody is: whatever was shown is reviewed.
 */
export async function noteViews(
  tx: Tx,
  caller: Caller,
  { PatientIds, isFetched = false }: { PatientIds: ReadonlySet<string>; isFetched?: boolean },
): Promise<void> {
  if (PatientIds.size === 0) return;
  const { site, UserId, emergency, device } = caller;
  await auditChartsHourly(tx, site, { UserId, action: isFetched && device !== null ? 'fetch' : 'view' }, PatientIds);
  if (!emergency) return;
  for (const PatientId of PatientIds) await noteEmergencyView(tx, { ...caller, emergency }, PatientId);
}

const actions: Record<Delivery, AuditAction> = {
  'first sync': 'first sync',
  sync: 'sync',
  schedule: 'list',
  'patient search': 'list',
  'same people': 'list',
  waitlist: 'list',
  documentation: 'list',
  'claims to correct': 'list',
  messages: 'list',
};

/** Many patients at once: one entry, which holds their ids. */
function deliveryOf(
  { UserId, emergency, device }: Caller,
  told: { at: Delivery; PatientIds: ReadonlySet<string>; device: unknown },
): Told {
  const { at, PatientIds } = told;
  return {
    UserId,
    action: actions[at],
    entity: 'charts',
    pk: at,
    detail: {
      count: String(PatientIds.size),
      // As it says itself: the sign-in is not tied to it.
      ...(device === null && typeof told.device === 'string' && { device: told.device }),
      ...(emergency && { access: emergency.id, reason: emergency.reason }),
      patients: [...PatientIds],
    },
  };
}

/** Whether what a call shows can be noted after its transaction: it only reads, and tells of many patients at once. */
export function isNotedTogether(chartOf: ChartOf | undefined, mode: TransactionMode): boolean {
  return mode.readOnly !== undefined && chartOf !== undefined && 'reply' in chartOf && chartOf.at !== undefined;
}

/** Who got which charts of a call that only read, before they go out: nobody looks unseen. */
export async function noteTogether(together: AuditTogether, caller: Caller, shown: Shown): Promise<void> {
  const { chartOf, input, reply } = shown;
  if (!('reply' in chartOf) || !chartOf.at) throw new Error('Not a list of many patients.');
  const PatientIds = idsIn(chartOf.reply(reply as never));
  if (PatientIds.size === 0) return;
  await together(caller, deliveryOf(caller, { at: chartOf.at, PatientIds, device: input['device'] }));
}

const idsIn = (told: Iterable<string>) =>
  new Set([...told].map((id) => id.toLowerCase()).filter((id) => uuid.test(id)));

async function patientsOf(tx: Tx, site: string, { chartOf, input, reply }: Shown): Promise<Iterable<string>> {
  if ('reply' in chartOf) return chartOf.reply(reply as never);
  if ('patient' in chartOf) return [String(input[chartOf.patient])];
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
  if ('note' in chartOf) return ['visit_notes', 'NoteId', chartOf.note];
  return ['claims', 'ClaimId', chartOf.claim];
}
