import { forgetKey } from '#local/keys/key-keeper.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { closeDevice, endHere } from './session-end.ts';
import { changeSession, clearMessages, session } from './session-state.ts';
import { logOutOnServer } from './token.ts';

/** How long an expired page waits for the server's answer. */
const farewellMs = 2_000;

/** Ends the session here and on the server. Keys are wiped; unsent changes stay sealed for their owner. */
export async function signOut(): Promise<void> {
  const ended = logOutOnServer().catch(() => undefined);
  forgetKey();
  await endHere();
  await ended;
}

/**
 * Makes room for another person on a shared machine, in every tab. Unsent changes stay sealed for this person. False when
 * typed text could not be written: leaving would lose it.
 */
export async function switchUser(): Promise<boolean> {
  if (!(await saveUnsaved())) return false;
  await signOut();
  return true;
}

/**
 * Locks this machine for the person, in every tab (spec 9). The keys are wiped, nothing is discarded and the session on
 * the server stays: a password is enough to go on, with or without the network. False when typed text could not be
 * written: locking would lose it.
 */
export async function lockSession(): Promise<boolean> {
  const who = session();
  if (who.phase !== 'signedIn' || !(await saveUnsaved())) return false;
  forgetKey('idle', who);
  await endHere('idle');
  return true;
}

/** Signs out after the session dialog reached zero (spec 4); the next page says why. */
export async function expireSession(): Promise<void> {
  const who = session();
  if (who.phase !== 'signedIn') return;
  await saveUnsaved();
  const ended = logOutOnServer().catch(() => undefined);
  forgetKey('expired', who);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, farewellMs))]);
  await endHere('expired');
}

/** Closes this site for a superuser on the way to another. Its data stays sealed. */
export async function leaveSite(): Promise<void> {
  changeSession({ phase: 'switching' });
  await closeDevice();
  clearMessages();
}
