import { unlockWithDevice } from '#local/device-unlock.ts';
import type { Person, Unlocked } from '#local/keyring.ts';
import { addPassword } from '#local/passkey-unlock.ts';
import { platformAuthenticator } from '#local/platform-authenticator.ts';

/** Whether this machine has a fingerprint, face or PIN that can keep a key. */
export function canUnlockHere(): Promise<boolean> {
  return platformAuthenticator.isHere();
}

/** Dismissing the browser's own question is no fault. */
export async function unlockHere(who: { site: string; UserId: string }): Promise<Unlocked> {
  return unlockWithDevice(who, {
    ...platformAuthenticator,
    secretOf: (kept) => platformAuthenticator.secretOf(kept).catch(() => undefined),
  });
}

/** Where only a passkey opened so far, the password opens as well once the passkey is shown. */
export function addPasswordHere(person: Person, password: string): Promise<Unlocked> {
  return addPassword(person, password, platformAuthenticator);
}
