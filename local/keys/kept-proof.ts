import { changeKeyringUser, keyringUser, keyringUsers } from './keyring-db.ts';
import { proofState, seenNow, type ProofState } from './offline-proof.ts';

/** When the server last confirmed a person, as this device keeps it: all that an open session asks of the keyring. */
export function provedNow(): { provedAt: number; seenAt: number } {
  const now = Date.now();
  return { provedAt: now, seenAt: now };
}

/** The server just confirmed this person (login or a renewed token). */
export async function provedOnline(site: string, UserId: string): Promise<void> {
  await changeKeyringUser(await homeOf(site, UserId), (now) => now && { ...now, ...provedNow() });
}

/** Whether this device may stay open without the server just now, and notes how late it is; `gone` when it was erased. */
export async function lookAtProof(site: string, UserId: string): Promise<ProofState | 'gone'> {
  const home = await homeOf(site, UserId);
  const user = await keyringUser(home.site, UserId);
  if (!user) return 'gone';
  const seenAt = seenNow(user, Date.now());
  if (seenAt !== undefined)
    await changeKeyringUser(user, (now) => now && { ...now, seenAt: Math.max(seenAt, now.seenAt ?? 0) });
  const found = proofState(user, Date.now());
  if (found !== 'clockSetBack') return found;
  return import('./clock-set-right.ts').then((file) => file.proofBySetClock(user, site));
}

/** A superuser in another site is known by the entry of where they signed in. */
export async function homeOf(site: string, UserId: string): Promise<{ site: string; UserId: string }> {
  const known = (await keyringUsers()).filter((user) => user.UserId === UserId);
  return known.find((user) => user.site === site) ?? known[0] ?? { site, UserId };
}
