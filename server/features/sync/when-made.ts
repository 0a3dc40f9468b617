import type { PushEntry } from '#contract/sync/endpoints.ts';
import type { Tx } from '#server/kit/context.ts';

/** A call that took longer than this to arrive had waited on its device. */
const atOnceMs = 60_000;

/** For the audit entries of the call: when it was made, on our clock, and whether that was without a network. */
export async function tellWhenMade(
  tx: Tx,
  { madeAt, clockOffset }: Pick<PushEntry, 'madeAt' | 'clockOffset'>,
  now: Date,
): Promise<void> {
  const made = Date.parse(madeAt) + clockOffset;
  // A device's clock may say anything.
  const isPlausible = Math.abs(now.getTime() - made) < 366 * 86_400_000;
  await tx.rows(`select set_config('app.made_at', $1, true), set_config('app.offline', $2, true)`, [
    isPlausible ? new Date(made).toISOString() : '',
    isPlausible ? String(now.getTime() - made > atOnceMs) : '',
  ]);
}

/** For entries that are no call's. */
export async function tellNothing(tx: Tx): Promise<void> {
  await tx.rows(`select set_config('app.made_at', '', true), set_config('app.offline', '', true)`);
}
