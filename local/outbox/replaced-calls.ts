import type { OutboxDatabase, ReplacedCall } from '../store/db.ts';

/** For a transaction that takes calls out of the outbox which the server has not taken. */
export async function noteReplaced({ device: rows }: OutboxDatabase, fresh: readonly ReplacedCall[]): Promise<void> {
  if (fresh.length === 0) return;
  await rows.toCollection().modify((row) => void row.replaced?.push(...fresh));
}
