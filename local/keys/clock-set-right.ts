import { Dexie } from 'dexie';
import { outboxDatabase, outboxName } from '../store/db.ts';
import { changeKeyringUser, keyringUser, type KeyringUser } from './keyring-db.ts';
import { proofState, setRight, type ProofState } from './offline-proof.ts';

/**
 * Whether the proof of a person counts by a clock that was set back: it does where that only set right what the
 * server had told to be fast. `site` is where the clock was last measured, which for a superuser is not where the
 * proof is kept.
 */
export async function proofBySetClock(user: KeyringUser, site: string): Promise<ProofState | 'gone'> {
  const now = Date.now();
  for (const place of new Set([site, user.site])) await takeSetClock(user, place, now);
  // Another tab may have taken the same step of the clock just before.
  const kept = await keyringUser(user.site, user.UserId);
  return kept ? proofState(kept, now) : 'gone';
}

async function takeSetClock(user: KeyringUser, site: string, now: number): Promise<void> {
  const name = outboxName(site, user.UserId);
  // Looking must not make one.
  if (!(await Dexie.exists(name))) return;
  const outbox = outboxDatabase(site, user.UserId);
  try {
    const clockOffset = (await outbox.device.get(1))?.clockOffset ?? 0;
    if (!setRight(user, now, clockOffset)) return;
    await changeKeyringUser(user, (kept) => kept && { ...kept, ...setRight(kept, now, clockOffset) });
    // What is saved from here on has the right time by itself.
    await outbox.device.update(1, { clockOffset: 0 });
  } finally {
    outbox.close();
  }
}
