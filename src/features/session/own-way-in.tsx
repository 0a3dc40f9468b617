import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { passwordProblem } from '#contract/account/password-rule.ts';
import { device } from '#local/store/device.ts';
import type { Person } from '#local/keys/keyring.ts';
import { platformAuthenticator } from '#local/keys/platform-authenticator.ts';
import { addDeviceUnlockByServer, addPasswordByServer } from '#local/keys/server-unlock.ts';
import { call } from '#shared/api.ts';
import { useCurrentUser } from '#shared/session.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './devices.module.css';

/** For who has come in by single sign-on alone: a way to unlock this device also where the clinic's sign-in cannot be asked. */
export function OwnWayIn({ hasMachine, onClose }: { hasMachine: boolean; onClose: () => void }) {
  const { Email, FirstName, LastName } = useCurrentUser();
  const name = `${FirstName} ${LastName}`;
  const [passphrase, setPassphrase] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState<'machine' | 'passphrase' | null>(null);

  async function keep(way: 'machine' | 'passphrase', under: (secret: string) => Promise<unknown>): Promise<void> {
    setBusy(way);
    setRefusal(null);
    try {
      const { deviceSecret } = await call('singleSignOn.deviceSecret', {}, { byCaller: true });
      await under(deviceSecret);
      toastDone('You can now unlock this device offline.');
      onClose();
    } catch (cause) {
      setRefusal(refusalOf(cause));
    } finally {
      setBusy(null);
    }
  }

  function keepPassphrase(event: FormEvent): void {
    event.preventDefault();
    const problem = passwordProblem(passphrase, { hasSecondFactor: false, own: [Email, name] });
    if (problem !== null) return setRefusal(problem);
    const { site, UserId } = device();
    const person: Person = { site, UserId, Email, name };
    void keep('passphrase', (secret) => addPasswordByServer(person, passphrase, secret));
  }

  return (
    <form className={classes.fields} onSubmit={keepPassphrase} noValidate>
      <p className={classes.text}>
        Right now only your clinic’s sign-in unlocks this device, and you must be online. Set up your own way to unlock
        it offline for up to 72 hours.
      </p>
      {hasMachine && (
        <Button
          variant="default"
          loading={busy === 'machine'}
          disabled={busy !== null}
          onClick={() =>
            void keep('machine', (secret) => addDeviceUnlockByServer(device(), secret, platformAuthenticator))
          }
        >
          Use fingerprint, face or PIN
        </Button>
      )}
      <PasswordInput
        label="Passphrase for this device"
        description="It unlocks only this device, nothing on the server."
        autoComplete="new-password"
        value={passphrase}
        error={refusal}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase', tabIndex: 0 }}
      />
      <Button type="submit" loading={busy === 'passphrase'} disabled={busy !== null}>
        Save passphrase
      </Button>
    </form>
  );
}

/** Dismissed by the person, or not possible after all. */
export function refusalOf(cause: unknown): string {
  if (cause instanceof DOMException) return 'This device was not unlocked, so nothing was changed. Try again.';
  return cause instanceof Error ? cause.message : 'That did not work. Nothing was changed.';
}
