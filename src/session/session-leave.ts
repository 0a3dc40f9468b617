import { forgetKey } from '#local/keys/key-keeper.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { closeDevice, endHere } from './session-end.ts';
import { changeSession, clearMessages, session } from './session-state.ts';
import { logOutOnServer } from './token.ts';

/** How long a page that expires waits for the server to hear of it. */
const farewellMs = 2_000;

/** Ends the session here and on the server. Keys are wiped; unsent changes stay sealed for their owner. */
export async function signOut(): Promise<void> {
  const ended = logOutOnServer().catch(() => undefined);
  forgetKey();
  await endHere();
  await ended;
}

/**
 * Makes room for another person on a shared machine, in every tab; whatever is not sent stays sealed for this one.
 * False when something typed could not be put on disk: leaving would lose it.
 */
export async function switchUser(): Promise<boolean> {
  if (!(await saveUnsaved())) return false;
  await signOut();
  return true;
}

/**
 * Locks this machine for the person, in every tab (spec 9). The keys are wiped, nothing is discarded and the session on
 * the server stays: a password is enough to go on, with or without the network. False when something typed could not be
 * put on disk: locking would lose it.
 */
export async function lockSession(): Promise<boolean> {
  const who = session();
  if (who.phase !== 'signedIn' || !(await saveUnsaved())) return false;
  forgetKey('idle', who);
  await endHere('idle');
  return true;
}

/** The session dialog reached zero (spec 4): as signing out, and the page says why. */
export async function expireSession(): Promise<void> {
  const who = session();
  if (who.phase !== 'signedIn') return;
  await saveUnsaved();
  const ended = logOutOnServer().catch(() => undefined);
  forgetKey('expired', who);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, farewellMs))]);
  await endHere('expired');
}

/** A superuser is on the way to another site: what this one holds stays sealed. */
export async function leaveSite(): Promise<void> {
  changeSession({ phase: 'switching' });
  await closeDevice();
  clearMessages();
}
