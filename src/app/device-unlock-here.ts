import { unlockWithDevice } from '#local/device-unlock.ts';
import type { Unlocked } from '#local/keyring.ts';
import { platformAuthenticator } from '#local/platform-authenticator.ts';

/** Whether this machine has a fingerprint, face or PIN that can keep a key. */
export function canUnlockHere(): Promise<boolean> {
  return platformAuthenticator.isHere();
}

/** Dismissing the browser's own question is no fault. */
export async function unlockHere(who: { site: string; UserId: string }): Promise<Unlocked> {
  return unlockWithDevice(who, {
    ...platformAuthenticator,
    secretOf: (credential, salt) => platformAuthenticator.secretOf(credential, salt).catch(() => undefined),
  });
}
