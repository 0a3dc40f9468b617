import { unlockWithDevice, type Authenticator } from '#local/device-unlock.ts';
import type { Unlocked } from '#local/keyring.ts';
import { platformAuthenticator } from '#local/platform-authenticator.ts';
import { resealWithDevice } from '#local/reseal.ts';

/** Whether this machine has a fingerprint, face or PIN that can keep a key. */
export function canUnlockHere(): Promise<boolean> {
  return platformAuthenticator.isHere();
}

/** Dismissing the browser's own question is no fault. */
const machine: Authenticator = {
  ...platformAuthenticator,
  secretOf: (credential, salt) => platformAuthenticator.secretOf(credential, salt).catch(() => undefined),
};

export async function unlockHere(who: { site: string; UserId: string }): Promise<Unlocked> {
  return unlockWithDevice(who, machine);
}

/** Opens what was saved under a forgotten password; how much that was. */
export async function resealHere(): Promise<number> {
  return resealWithDevice(machine);
}
