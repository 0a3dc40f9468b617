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
  if (found === null) return <LoadingSkeleton label="Looking at this device" rows={3} />;
  const { state, signOnAlone } = found;
  if (signOnAlone && state !== 'on') return <OwnWayIn hasMachine={state === 'off'} onClose={onClose} />;
  if (state === 'impossible')
    return (
      <EmptyState title="This device cannot do that">
        It has no fingerprint, face or PIN that this browser lets Mainstay use. Your password goes on working.
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
    if (password === '') return setRefusal('Write your password.');
    setBusy(true);
    setRefusal(null);
    try {
      if (!(await addDeviceUnlock(device(), password, platformAuthenticator)))
        return setRefusal('That is not the password this device knows.');
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
        Use the fingerprint, face or PIN of this device instead of your password, also without the network for up to 72
        hours. Do this only on a device that nobody else can unlock.
      </p>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={refusal}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
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
    toastDone(`From now on this device asks for your ${signOnAlone ? 'clinic’s sign-in' : 'password'}.`);
    onClose();
  }
  return (
    <div className={classes.fields}>
      <p className={classes.text}>
        This device unlocks for you with its fingerprint, face or PIN.{' '}
        {signOnAlone ? 'Your clinic’s sign-in works as well, with the network.' : 'Your password works as well.'}
      </p>
      <Button variant="default" onClick={() => void remove()}>
        {signOnAlone ? 'Ask for the clinic’s sign-in again' : 'Ask for the password again'}
      </Button>
    </div>
  );
}
