import type { OwnPasskey, Proof } from '#contract/account/passkey.ts';
import { deviceName } from '#contract/session/device-name.ts';
import { device } from '#local/store/device.ts';
import { forgetPasskeyHere } from '#local/keys/passkey-unlock.ts';
import { makePasskey, showPasskey } from '#local/keys/passkey.ts';
import { call } from '#shared/api.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { toastDone, toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';

/** The person's own passkeys as the server has them, and what changes them. */
export function usePasskeys() {
  const { value, error, put } = useFetched(() => call('account.passkeys', {}));

  /** Kept at once under the name of this browser, so that nothing stays in an authenticator that nobody knows here. */
  async function add(proof: Proof): Promise<OwnPasskey | undefined> {
    const passkey = await makePasskey(await call('account.startPasskey', proof));
    const reply = await call('account.addPasskey', { name: deviceName(navigator.userAgent), passkey });
    put(reply);
    toastDone('The passkey is added. It signs you in without your password.');
    return reply.passkeys.find((one) => one.credentialId === passkey.id);
  }

  async function rename({ PasskeyId: id }: OwnPasskey, name: string): Promise<void> {
    const reply = await call('account.renamePasskey', { id, name });
    put(reply);
    toastDone('The name is changed.');
  }

  async function remove({ PasskeyId: id, credentialId }: OwnPasskey, proof: Proof): Promise<void> {
    const reply = await call('account.removePasskey', { id, ...proof });
    put(reply);
    if (await forgetPasskeyHere(device(), credentialId)) toastDone('The passkey is removed.');
    else
      toastMustDismiss(
        'The passkey is removed. Your data on this device still opens only with it. Sign in here with your password once to change that.',
      );
  }

  return { passkeys: value?.passkeys ?? null, failure: error, add, rename, remove };
}

/** One of the own passkeys instead of the password. */
export async function proveByPasskey(): Promise<Proof> {
  const { assertion } = await showPasskey(await call('account.askOwnPasskey', {}));
  return { passkey: assertion };
}
