import { fail } from '#contract/base/errors.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { isQueueable } from '#contract/queued-names.ts';
import type { MirrorDatabase, OutboxDatabase, StoredCall } from '../store/db.ts';
import { openCached, type OpenedValues } from '../store/opened.ts';
import { callPlace } from './outbox-log.ts';

/** What is sealed of a call. */
export type CallBody = {
  user: string;
  site: string;
  name: QueueableName;
  input: Record<string, unknown>;
  /** What each changed field held when the user changed it. */
  base: Record<string, unknown>;
  /** Records of earlier calls that it takes for granted beyond those its input names. */
  deps?: readonly string[];
  madeAt: string;
  clockOffset: number;
};

export type NewCall = Pick<CallBody, 'name' | 'input' | 'base' | 'deps'>;

export type WaitingCall = CallBody & { mid: number; device: string; schemaVersion: number; state: StoredCall['state'] };

/** What of a device opens its calls. */
type Opener = { dataKey: CryptoKey; opened: OpenedValues };
type Databases = { mirror: MirrorDatabase; outbox: OutboxDatabase };

export async function openCalls(device: Opener, stored: StoredCall[]): Promise<WaitingCall[]> {
  const values = stored.map((call) => ({ place: callPlace(call), sealed: call }));
  const bodies = await openCached<CallBody>(device.opened, device.dataKey, values);
  return stored.flatMap(({ mid, device: madeBy, schemaVersion, state }, at) => {
    const body = bodies[at];
    // A call of an older password's key stays sealed in the outbox; one of an unknown name waits for a newer app.
    return body && isQueueable(body.name) ? [{ ...body, mid, device: madeBy, schemaVersion, state }] : [];
  });
}

/** The calls the screen shows as done: waiting, or run by the server and not yet pulled. */
export async function callsShown(device: Opener & Databases): Promise<WaitingCall[]> {
  const stored = await device.outbox.calls.where('state').anyOf(['waiting', 'acked']).toArray();
  if (stored.length === 0) return [];
  const pulled = await pulledMids(device);
  const shown = stored.filter((call) => !pulled.has(call.mid)).sort((a, b) => a.mid - b.mid);
  return openCalls(device, shown);
}

/** Calls whose results the mirror already holds; they are about to leave the outbox. */
export async function pulledMids(device: Pick<Databases, 'mirror'>): Promise<Set<number>> {
  const kept = await device.mirror.kv.get('acked');
  return new Set(Array.isArray(kept?.value) ? (kept.value as number[]) : []);
}

export function assertParked(call: StoredCall | undefined): StoredCall {
  if (call?.state !== 'parked') return fail('not-found', 'This change no longer needs a decision.');
  return call;
}
