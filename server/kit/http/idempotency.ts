import { AppError, fail } from '#contract/base/errors.ts';
import type { Caller, Tx } from '../context.ts';
import { sha256 } from '../auth/tokens.ts';

/** Printable ASCII, as RFC 8941 strings allow; long enough for any client's ids. */
const keyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * Runs a call once for its Idempotency-Key, in the call's own transaction: a twin that comes meanwhile
 * waits for the row and gets the same reply; a failed attempt rolls its row back and leaves no memory.
 */
export async function once(
  tx: Tx,
  call: { caller: Caller; name: string; input: unknown; key: string; isApplied(reply: unknown): boolean },
  attempt: () => Promise<unknown>,
): Promise<unknown> {
  const { caller, name, key } = call;
  if (!keyPattern.test(key))
    fail('invalid', 'The Idempotency-Key must be 1 to 200 printable characters without spaces.');
  const row = [caller.site, caller.UserId, key];
  const inputHash = sha256(canonical(call.input));
  const isFirst = await tx.run(
    `insert into idempotency (site, "UserId", key, call, "inputHash", reply) values ($1, $2, $3, $4, $5, 'null') on conflict do nothing`,
    [...row, name, inputHash],
  );
  if (isFirst === 0) return repeated(tx, row, { name, inputHash });
  const reply = await attempt();
  if (call.isApplied(reply)) {
    tx.leave(`update idempotency set reply = $4 where site = $1 and "UserId" = $2 and key = $3`, [
      ...row,
      JSON.stringify(reply),
    ]);
  } else {
    tx.leave(`delete from idempotency where site = $1 and "UserId" = $2 and key = $3`, row);
  }
  return reply;
}

async function repeated(tx: Tx, row: string[], call: { name: string; inputHash: string }): Promise<unknown> {
  const earlier = await tx.maybe<{ call: string; inputHash: string; reply: unknown }>(
    `select call, "inputHash", reply from idempotency where site = $1 and "UserId" = $2 and key = $3`,
    row,
  );
  if (!earlier) throw new AppError('unavailable', 'The same request is still running. Try again.', { retryAfter: 1 });
  if (earlier.call !== call.name || earlier.inputHash !== call.inputHash) {
    fail('conflict', 'This Idempotency-Key was already used for another request. Nothing was changed.');
  }
  return earlier.reply;
}

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
