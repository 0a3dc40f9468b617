import type { Outcome } from '#contract/sync/endpoints.ts';
import { outcomePlace } from '#local/outbox.ts';
import { seal } from '#local/seal.ts';
import type { Engine } from './engine.ts';

/** Writes what the server decided to the calls it decided on; a call that already left or was discarded stays so. */
export async function recordOutcomes({ device, board }: Engine, madeBy: string, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const { calls } = device.outbox;
  const stored = await calls.bulkGet(outcomes.map((outcome) => outcome.mid));
  const changes = await Promise.all(
    outcomes.map(async (outcome, at) => {
      const call = stored[at];
      if (!call || call.device !== madeBy) return undefined;
      if (outcome.status === 'ok') return { mid: outcome.mid, outcome: undefined, state: 'acked' as const };
      const { kind, reason, current } = outcome;
      return {
        mid: outcome.mid,
        outcome: await seal(device.dataKey, outcomePlace(call), { kind, reason, current }),
        state: 'parked' as const,
      };
    }),
  );
  await device.outbox.transaction('rw', calls, async () => {
    const now = await calls.bulkGet(outcomes.map((outcome) => outcome.mid));
    await calls.bulkPut(
      now.flatMap((call, at) => {
        const change = changes[at];
        if (!change || !call || (call.state !== 'waiting' && call.state !== 'acked')) return [];
        return [{ ...call, state: change.state, ...(change.outcome && { outcome: change.outcome }) }];
      }),
    );
  });
  device.channel.tell({ kind: 'outbox' });
  await board.recount();
}
