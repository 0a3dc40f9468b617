import type { StoredDraft } from '../store/db.ts';
import type { Device } from '../store/device.ts';
import { isDraft, ownWritesPrefix } from './drafts.ts';

const longestMs = 7 * 86_400_000;

/** Drops what no form asks for any more. */
export async function forgetOldWrites({ outbox }: Device, now = Date.now()): Promise<void> {
  const keys = await outbox.drafts.toCollection().primaryKeys();
  const typed = keys.filter(isDraft).join('\n');
  const old = outbox.drafts.where('key').startsWith(ownWritesPrefix);
  const isOver = ({ key, turn = 0 }: StoredDraft) =>
    turn < now - longestMs && !typed.includes(key.slice(ownWritesPrefix.length));
  await old.filter(isOver).delete();
}
