import { useEffect, useState } from 'react';
import type { OwnPasskey, Proof } from '#contract/account/passkey.ts';
import { deviceName } from '#contract/session/device-name.ts';
import { device } from '#local/device.ts';
import { forgetPasskeyHere } from '#local/passkey-unlock.ts';
import { makePasskey, showPasskey } from '#local/passkey.ts';
import { call } from '#shared/api.ts';
import { toastDone, toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';

/** The person's own passkeys as the server has them, and what changes them. */
export function usePasskeys(isOnline: boolean) {
  const [passkeys, setPasskeys] = useState<OwnPasskey[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  function load(): void {
    call('account.passkeys', {})
      .then((reply) => {
        setPasskeys(reply.passkeys);
        setFailure(null);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'The server did not answer.'));
  }
  useEffect(() => {
    if (isOnline) load();
  }, [isOnline]);

  /** Kept at once under the name of this browser, so that nothing stays in an authenticator that nobody knows here. */
  async function add(proof: Proof): Promise<OwnPasskey | undefined> {
    const passkey = await makePasskey(await call('account.startPasskey', proof));
    const reply = await call('account.addPasskey', { name: deviceName(navigator.userAgent), passkey });
    setPasskeys(reply.passkeys);
    toastDone('The passkey is added. It signs you in without your password.');
    return reply.passkeys.find((one) => one.credentialId === passkey.id);
  }

  async function rename({ PasskeyId: id }: OwnPasskey, name: string): Promise<void> {
    const reply = await call('account.renamePasskey', { id, name });
    setPasskeys(reply.passkeys);
    toastDone('The name is changed.');
  }

  async function remove({ PasskeyId: id, credentialId }: OwnPasskey, proof: Proof): Promise<void> {
    const reply = await call('account.removePasskey', { id, ...proof });
    setPasskeys(reply.passkeys);
    if (await forgetPasskeyHere(device(), credentialId)) toastDone('The passkey is removed.');
    else
      toastMustDismiss(
        'The passkey is removed. What this device keeps still opens with it alone: sign in here with your password once, and the password opens it.',
      );
  }

  return { passkeys, failure, add, rename, remove };
}

/** One of the own passkeys instead of the password. */
export async function proveByPasskey(): Promise<Proof> {
  const { assertion } = await showPasskey(await call('account.askOwnPasskey', {}));
  return { passkey: assertion };
}
