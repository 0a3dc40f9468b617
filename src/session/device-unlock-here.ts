import { AppError } from '#contract/base/errors.ts';
import { unlockWithDevice, type Authenticator } from '#local/keys/device-unlock.ts';
import type { Person, Unlocked } from '#local/keys/keyring.ts';
import { addPassword } from '#local/keys/passkey-unlock.ts';
import { platformAuthenticator } from '#local/keys/platform-authenticator.ts';
import { resealByServer, resealWithDevice } from '#local/keys/reseal.ts';
import { addPasswordByServer, opensByServerAlone, tryAddPasswordByServer } from '#local/keys/server-unlock.ts';
import { call } from '#shared/api.ts';

/** Whether this machine has a fingerprint, face or PIN that can keep a key. */
export function canUnlockHere(): Promise<boolean> {
  return platformAuthenticator.isHere();
}

/** Dismissing the browser's own question is no fault. */
const machine: Authenticator = {
  ...platformAuthenticator,
  secretOf: (kept) => platformAuthenticator.secretOf(kept).catch(() => undefined),
};

export async function unlockHere(who: { site: string; UserId: string }): Promise<Unlocked> {
  return unlockWithDevice(who, machine);
}

/** Opens what was saved under a forgotten password; how much that was. */
export async function resealHere(): Promise<number> {
  return resealWithDevice(machine);
}

/** Where no password opened so far it does from now on: once the passkey is shown, or the server was asked for its secret. */
export async function addPasswordHere(person: Person, password: string): Promise<Unlocked> {
  if (await opensByServerAlone(person)) {
    const { deviceSecret } = await call('singleSignOn.deviceSecret', {});
    return addPasswordByServer(person, password, deviceSecret);
  }
  return addPassword(person, password, platformAuthenticator);
}

/** A new password opens nothing here, and single sign-on did: undefined when the server has no such secret any more. */
export async function addResetPassword(person: Person, password: string): Promise<Unlocked | undefined> {
  const secret = await ownSecret();
  return secret === undefined ? undefined : tryAddPasswordByServer(person, password, secret);
}

/** Opens with the server's secret what was saved here under a former password; how much that was. */
export async function resealThroughServer(): Promise<number> {
  const secret = await ownSecret();
  return secret === undefined ? 0 : resealByServer(secret);
}

/** A network that is away is no answer: nothing is begun anew because of it. */
async function ownSecret(): Promise<string | undefined> {
  try {
    return (await call('singleSignOn.deviceSecret', {}, { byCaller: true })).deviceSecret;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
