import { Button, Group, PasswordInput } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type FormEvent } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { device } from '#local/store/device.ts';
import { hasFormerDeviceKeys } from '#local/keys/device-unlock.ts';
import { removeDamaged, reseal } from '#local/keys/reseal.ts';
import { countSealedAway, hasFormerKeys } from '#local/keys/sealed-away.ts';
import { hasFormerServerKeys } from '#local/keys/server-unlock.ts';
import { NetworkError } from '#shared/api.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './sync-drawer.module.css';

/** What is kept on this device and does not open: for want of a former password, or because it is damaged. */
export function ClosedChanges() {
  const count = useLiveQuery(() => countSealedAway(), []) ?? 0;
  const hasFormer = useLiveQuery(() => hasFormerKeys(), []);
  if (count === 0 || hasFormer === undefined) return null;
  return hasFormer ? <FormerChanges count={count} /> : <DamagedChanges count={count} />;
}

/** Neither the change nor its second copy can be read: a person has to know, and to do it again. */
function DamagedChanges({ count }: { count: number }) {
  const isOne = count === 1;
  return (
    <section>
      <h3 className={classes.heading}>Damaged</h3>
      <div className={classes.closed}>
        <p className={classes.reason}>
          {isOne ? 'One change' : `${count} changes`} on this device {isOne ? 'is' : 'are'} damaged and can’t be read or
          sent. Check your last changes and enter any missing ones again. Then remove {isOne ? 'it' : 'them'} here.
        </p>
        <Button mt={8} variant="default" onClick={() => void removeDamaged()}>
          I checked: remove {isOne ? 'it' : 'them'}
        </Button>
      </div>
    </section>
  );
}

/** What a password changed elsewhere has left behind: it opens, and is sent, with the password of that time. */
function FormerChanges({ count }: { count: number }) {
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hasDevice = useLiveQuery(() => hasFormerDeviceKeys(device()), []) ?? false;
  const hasServer = useLiveQuery(() => hasFormerServerKeys(device()), []) ?? false;

  function openWithPassword(event: FormEvent): void {
    event.preventDefault();
    if (password === '') return setRefusal('Enter your old password.');
    void open(() => reseal(password), 'This password doesn’t open any of them. They are kept. Try another one.');
  }

  function openWithDevice(): void {
    const asked = async () => (await import('#session/device-unlock-here.ts')).resealHere();
    void open(asked, 'This device did not open any of them. They are kept. Try again, or enter your old password.');
  }

  function openWithServer(): void {
    const asked = async () => (await import('#session/device-unlock-here.ts')).resealThroughServer();
    void open(asked, 'The server did not open any of them. They are kept. Enter your old password.');
  }

  async function open(ask: () => Promise<number>, nothing: string): Promise<void> {
    setBusy(true);
    try {
      const opened = await ask();
      if (opened === 0) return setRefusal(nothing);
      setPassword('');
      setRefusal(null);
      toastDone(opened === 1 ? 'One change is sent now.' : `${opened} changes are sent now.`);
    } catch (error) {
      const away = 'The server could not be reached. They are kept. Try again when you’re back online.';
      const full = 'They could not be opened now. They are kept. Free some space on this device and try again.';
      setRefusal(error instanceof NetworkError || error instanceof AppError ? away : full);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section>
      <h3 className={classes.heading}>Saved under an old password</h3>
      <form className={classes.closed} onSubmit={openWithPassword}>
        <p className={classes.reason}>
          {count === 1 ? 'One change' : `${count} changes`} on this device {count === 1 ? 'was' : 'were'} saved before
          your password changed. {keysOf({ hasDevice, hasServer })} opens {count === 1 ? 'it' : 'them'}. Until then
          don’t clear this browser’s data.
        </p>
        <PasswordInput
          label="Old password"
          autoComplete="off"
          value={password}
          error={refusal}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        />
        <Group mt={8} gap={8}>
          <Button type="submit" variant="default" loading={isBusy}>
            Send {count === 1 ? 'it' : 'them'}
          </Button>
          {hasDevice && (
            <Button variant="default" disabled={isBusy} onClick={openWithDevice}>
              Use fingerprint, face or PIN
            </Button>
          )}
          {hasServer && (
            <Button variant="default" disabled={isBusy} onClick={openWithServer}>
              Ask the server
            </Button>
          )}
        </Group>
      </form>
    </section>
  );
}

function keysOf({ hasDevice, hasServer }: { hasDevice: boolean; hasServer: boolean }): string {
  if (hasDevice) return 'Your old password or this device’s lock';
  return hasServer ? 'Your old password, or perhaps the server,' : 'Only your old password';
}
