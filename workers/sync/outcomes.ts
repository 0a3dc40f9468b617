import type { Outcome } from '#contract/sync/endpoints.ts';
import type { StoredCall } from '#local/store/db.ts';
import type { Device } from '#local/store/device.ts';
import { outcomePlace } from '#local/outbox/outbox.ts';
import { seal, type Sealed } from '#local/keys/seal.ts';
import type { Engine } from './engine.ts';

/** Writes what the server decided to the calls it decided on; a call that already left or was discarded stays so. */
export async function recordOutcomes({ device, board }: Engine, madeBy: string, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const { calls } = device.outbox;
  const refusals = await sealedRefusals(device, outcomes);
  await device.outbox.transaction('rw', calls, async () => {
    const now = await calls.bulkGet(outcomes.map((outcome) => outcome.mid));
    await calls.bulkPut(
      now.flatMap((call, at): StoredCall[] => {
        const decided = outcomes[at];
        if (!decided || !call || call.device !== madeBy || (call.state !== 'waiting' && call.state !== 'acked'))
          return [];
        if (decided.status === 'ok') return [{ ...call, state: 'acked' }];
        const outcome = refusals.get(call.id);
        return outcome ? [{ ...call, state: 'parked', outcome }] : [];
      }),
    );
  });
  device.channel.tell({ kind: 'outbox' });
  await board.recount();
}

/** What the server said of the calls it refused, sealed before a transaction opens, by the calls' ids. */
async function sealedRefusals(device: Device, outcomes: Outcome[]): Promise<Map<string, Sealed>> {
  const refused = outcomes.filter(({ status }) => status !== 'ok');
  if (refused.length === 0) return new Map();
  const stored = await device.outbox.calls.bulkGet(refused.map(({ mid }) => mid));
  const sealed = refused.map(async ({ kind, reason, current }, at): Promise<[string, Sealed][]> => {
    const call = stored[at];
    return call ? [[call.id, await seal(device.dataKey, outcomePlace(call), { kind, reason, current })]] : [];
  });
  return new Map((await Promise.all(sealed)).flat());
}
