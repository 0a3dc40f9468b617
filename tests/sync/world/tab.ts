import { entityNames } from '#contract/kept-rows.ts';
import { marksIn } from '#local/store/bundles.ts';
import { openCalls } from '#local/outbox/calls.ts';
import { bundleTableOf, mirrorTable } from '#local/store/db.ts';
import { heldCalls } from '#local/outbox/kept-calls.ts';
import { device } from '#local/store/device.ts';
import { allMirrorRows } from '#local/store/mirror-rows.ts';
import { parkedCalls } from '#local/outbox/outbox.ts';
import { loadSchemas } from '#workers/mirror/schemas.ts';
import { loadDependants } from '#workers/sync/load-dependants.ts';

// What a browser tab of the product runs, bundled once and started anew in a realm of its own for each tab.
export { lockDevice, onNewerApp } from '#local/store/device.ts';
export { draftKeys, readDraft, saveDraft } from '#local/drafts/drafts.ts';
export { queueWrite } from '#local/outbox/outbox.ts';
export { discardCall, resendCall } from '#local/outbox/refused-calls.ts';
export { readAll, readRow, readWhere } from '#local/reads/reads.ts';
export { readSetup } from '#local/store/setup.ts';
export { syncSession } from '#workers/sync/session.ts';
export { newId } from '#local/store/new-id.ts';
export { chargesAutosave } from '#features/charges/charges-autosave.ts';
export { noteAutosave } from '#features/documentation/note-autosave.ts';
export { saveDays, withSeen } from '#features/scheduling/days/day-writes.ts';
export { createDraftForm } from '#shared/autosave/draft-form.ts';

// The first life in a realm runs step by step as those after it, which have this already.
void loadSchemas();
void loadDependants();

/** Everything the mirror holds, opened, as JSON: `{ [entity]: rows }`. */
export async function mirrorText(): Promise<string> {
  const on = device();
  const all: Record<string, unknown[]> = {};
  for (const entity of entityNames) {
    const table = bundleTableOf(entity);
    const held = table
      ? marksIn(entity, await on.mirror[table].toArray()).length
      : await mirrorTable(on.mirror, entity).count();
    const rows = await allMirrorRows(on, entity);
    if (rows.length < held) throw new Error(`A row of ${entity} does not open.`);
    all[entity] = rows;
  }
  return JSON.stringify(all);
}

export function localCharts(): Promise<string[]> {
  return Promise.resolve(device().mirror.charts.toCollection().primaryKeys());
}

/** Every call in the outbox with its state and what was said of it, as JSON. */
export async function outboxText(): Promise<string> {
  const on = device();
  const stored = await heldCalls(on.outbox);
  const calls = await openCalls(on, stored);
  if (calls.length < stored.length) throw new Error('A call does not open.');
  const reasons = new Map((await parkedCalls()).map((call) => [call.mid, call.reason]));
  return JSON.stringify(calls.map((call) => ({ ...call, reason: reasons.get(call.mid) ?? null })));
}

/** The id and number the next call of this device will carry. */
export async function nextCall(): Promise<{ DeviceId: string; mid: number; logFailed: boolean }> {
  const row = await device().outbox.device.get(1);
  if (!row) throw new Error('The outbox has no device row.');
  return { DeviceId: row.DeviceId, mid: row.nextMid, logFailed: row.logFailedAt !== null };
}
