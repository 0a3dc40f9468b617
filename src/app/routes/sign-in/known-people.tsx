import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { knownUsers, type KnownUser } from '#local/keys/keyring.ts';
import type { SessionState } from '#session/session-state.ts';
import { signInWithDevice, type SignInOutcome } from '#session/sign-in.ts';
import classes from './known-people.module.css';

/** Everybody who has signed in on this device, each address once; read anew for another `session`. */
export function useKnownPeople(session: SessionState): KnownUser[] {
  const [people, setPeople] = useState<KnownUser[]>([]);
  useEffect(() => {
    void knownUsers()
      .catch(() => [])
      .then((known) => setPeople(eachOnce(known)));
  }, [session]);
  return people;
}

function eachOnce(known: KnownUser[]): KnownUser[] {
  const byEmail = new Map(known.map((user) => [user.Email.toLowerCase(), user]));
  return [...byEmail.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** On a shared machine people pick themselves; each goes on with what is kept for them. */
export function KnownPeople({
  people,
  email,
  onPick,
}: {
  people: readonly KnownUser[];
  email: string;
  onPick: (person: KnownUser) => void;
}) {
  if (people.length < 2) return null;
  return (
    <section className={classes.people} aria-label="People on this device">
      <h2 className={classes.heading}>Who’s signing in?</h2>
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.Email}>
            <button
              type="button"
              className={classes.person}
              aria-pressed={isSame(person.Email, email)}
              onClick={() => onPick(person)}
            >
              <span className={classes.name}>{person.name}</span>
              <span className={classes.email}>{person.Email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For who has added it: this machine's own fingerprint, face or PIN instead of the password. */
export function DeviceUnlock({
  people,
  email,
  onDone,
}: {
  people: readonly KnownUser[];
  email: string;
  onDone: (outcome: SignInOutcome) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const hasMachine = useMachine(people.some((one) => one.hasDeviceUnlock));
  const person = people.find((one) => one.hasDeviceUnlock && isSame(one.Email, email));
  // A passkey may lie on a phone or a key as well.
  if (!person || !(hasMachine || person.opensWithPasskey)) return null;

  async function unlock({ site, UserId }: KnownUser): Promise<void> {
    setBusy(true);
    const outcome = await signInWithDevice({ site, UserId });
    setBusy(false);
    onDone(outcome);
  }

  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={isBusy}
      leftSection={<IconFingerprint size={18} stroke={1.5} aria-hidden />}
      onClick={() => void unlock(person)}
    >
      Unlock with this device
    </Button>
  );
}

function useMachine(isWanted: boolean): boolean {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    void import('#session/device-unlock-here.ts')
      .then((file) => file.canUnlockHere())
      .then(setHere)
      .catch(() => undefined);
  }, [isWanted]);
  return isHere;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}
