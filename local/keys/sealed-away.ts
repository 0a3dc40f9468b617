import type { StoredCall, StoredDraft } from '../store/db.ts';
import { device, type Device } from '../store/device.ts';
import { isDraft } from '../drafts/drafts.ts';
import { keyringUsers } from './keyring-db.ts';
import { openCached } from '../store/opened.ts';
import { callPlace } from '../outbox/outbox-log.ts';
import { sealContext, type Sealed } from './seal.ts';
import { isTyped } from '../drafts/unsaved-drafts.ts';

/** How many undecided calls and typed texts of this device only a former password opens. */
export async function countSealedAway(from: Device = device()): Promise<number> {
  const { calls, drafts } = await keptOf(from);
  const typed = drafts.filter(({ row }) => isTyped(row.key));
  const opened = await openCached(from.opened, from.dataKey, [...calls, ...typed]);
  return opened.filter((value) => value === undefined).length;
}

/** Whether there was a former password, or another key, at all; what does not open otherwise is damaged. */
export async function hasFormerKeys({ UserId }: Pick<Device, 'UserId'> = device()): Promise<boolean> {
  const own = (await keyringUsers()).filter((user) => user.UserId === UserId);
  const former = own.flatMap(({ older, formerDeviceKeys = [], formerServerKeys = [] }) => [
    ...older,
    ...formerDeviceKeys,
    ...formerServerKeys,
  ]);
  return own.length > 1 || former.length > 0;
}

type Kept<Row> = { row: Row; place: string; sealed: Sealed };
type Made = { calls: Kept<StoredCall>[]; drafts: Kept<StoredDraft>[] };

/** What people made here and the server has not: undecided calls and typed texts, each with the place it is sealed for. */
export async function keptOf({ outbox }: Device): Promise<Made> {
  const [calls, drafts] = await Promise.all([
    outbox.calls.where('state').anyOf(['waiting', 'acked', 'parked']).toArray(),
    outbox.drafts.filter(({ key }) => isDraft(key)).toArray(),
  ]);
  return {
    calls: calls.map((row) => ({ row, place: callPlace(row), sealed: row })),
    drafts: drafts.map((row) => ({ row, place: sealContext('drafts', row.key, row.schemaVersion), sealed: row })),
  };
}
