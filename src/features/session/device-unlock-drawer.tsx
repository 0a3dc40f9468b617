import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { device } from '#local/store/device.ts';
import { addDeviceUnlock, hasDeviceUnlock, removeDeviceUnlock } from '#local/keys/device-unlock.ts';
import { platformAuthenticator } from '#local/keys/platform-authenticator.ts';
import { opensByServerAlone } from '#local/keys/server-unlock.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './devices.module.css';
import { OwnWayIn, refusalOf } from './own-way-in.tsx';

/** `signOnAlone`: no password opens what is kept here, the clinic's sign-in does. */
type Found = { state: 'impossible' | 'off' | 'on'; signOnAlone: boolean };

/** Adds or takes away this machine's fingerprint, face or PIN as a way to unlock what is kept here. */
export function DeviceUnlockDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title="Unlock with this device" size={420}>
      {opened && <DeviceUnlock onClose={onClose} />}
    </SideDrawer>
  );
}

function DeviceUnlock({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => void lookHere().then(setFound), []);
  if (found === null) return <LoadingSkeleton label="Checking this device" rows={3} />;
  const { state, signOnAlone } = found;
  if (signOnAlone && state !== 'on') return <OwnWayIn hasMachine={state === 'off'} onClose={onClose} />;
  if (state === 'impossible')
    return (
      <EmptyState title="This device can’t do that">
        This browser can’t use a fingerprint, face or PIN on this device. Your password still works.
      </EmptyState>
    );
  return state === 'on' ? <Remove signOnAlone={signOnAlone} onClose={onClose} /> : <Add onClose={onClose} />;
}

async function lookHere(): Promise<Found> {
  const signOnAlone = await opensByServerAlone(device());
  if (await hasDeviceUnlock(device())) return { state: 'on', signOnAlone };
  return { state: (await platformAuthenticator.isHere()) ? 'off' : 'impossible', signOnAlone };
}

function Add({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (password === '') return setRefusal('Enter your password.');
    setBusy(true);
    setRefusal(null);
    try {
      if (!(await addDeviceUnlock(device(), password, platformAuthenticator)))
        return setRefusal('This is not the password this device knows.');
      toastDone('You can now unlock with this device.');
      onClose();
    } catch (cause) {
      setRefusal(refusalOf(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.fields} onSubmit={(event) => void add(event)}>
      <p className={classes.text}>
        Use this device’s fingerprint, face or PIN instead of your password. It works offline for up to 72 hours. Use it
        only on a device that no one else can unlock.
      </p>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={refusal}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        data-autofocus
      />
      <Button type="submit" loading={isBusy}>
        Add this device
      </Button>
    </form>
  );
}

function Remove({ signOnAlone, onClose }: { signOnAlone: boolean; onClose: () => void }) {
  async function remove(): Promise<void> {
    await removeDeviceUnlock(device());
    toastDone(`This device will now ask for your ${signOnAlone ? 'clinic’s sign-in' : 'password'}.`);
    onClose();
  }
  return (
    <div className={classes.fields}>
      <p className={classes.text}>
        This device unlocks for you with its fingerprint, face or PIN.{' '}
        {signOnAlone ? 'Your clinic’s sign-in also works when you’re online.' : 'Your password also works.'}
      </p>
      <Button variant="default" onClick={() => void remove()}>
        {signOnAlone ? 'Ask for the clinic’s sign-in again' : 'Ask for the password again'}
      </Button>
    </div>
  );
}
