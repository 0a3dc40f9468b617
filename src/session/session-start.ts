import { AppError } from '#contract/base/errors.ts';
import type { Session } from '#contract/session/current-user.ts';
import { forgetKey, giveKey, onForget } from '#local/keys/key-keeper.ts';
import { provedOnline } from '#local/keys/kept-proof.ts';
import type { Unlocked } from '#local/keys/keyring.ts';
import { device, isDeviceOpen, lockDevice, onDatabaseLost, onNewerApp } from '#local/store/device.ts';
import { NewerAppError } from '#local/store/newer-app.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { obeyErasure } from './obey-erasure.ts';
import { followOutage, isOutage, showOutage, unknown } from './outage/outage-state.ts';
import { beforeNextTry, endHere, keepTyped } from './session-end.ts';
import { begin, openAlone, openHere } from './session-open.ts';
import { endProof, proofOf } from './session-proof.ts';
import { setupHere } from './session-setup.ts';
import { changeSession, isSignedIn, session } from './session-state.ts';
import { currentToken, onToken, payLogout, refreshToken } from './token.ts';
import { followTakeover } from './update.ts';
import { tellToken } from './workers.ts';

/** Goes on after a reload, with the key that the service worker still holds. A new token comes later. */
export async function startSession(): Promise<void> {
  onForget((why) => void endHere(why));
  onDatabaseLost(() => void startOver());
  onNewerApp(makeWay);
  // A person who is signed out may type in a page that a mail linked to.
  followTakeover(() => session().phase === 'signedIn' || window.location.pathname !== '/login');
  onToken(takeNewToken, (why) => void sessionOver(why), isOfOpenDevice);
  window.addEventListener('online', () => void payLogout());
  void payLogout();
  await resume(await giveKey());
  void import('./erase-here.ts').then((file) => file.watchOrders(isSignedIn, obeyErasure)).catch(() => undefined);
}

let rejoining: ReturnType<typeof rejoin> | null = null;

/** Unlocks a locked screen whose person has unlocked another tab; null where nobody has. */
export function rejoinSession(): Promise<{ SuperUser: boolean } | null> {
  // A window that comes back fires two events at once.
  rejoining ??= rejoin().finally(() => {
    rejoining = null;
  });
  return rejoining;
}

async function rejoin(): Promise<{ SuperUser: boolean } | null> {
  const before = session();
  const locked = before.phase === 'signedOut' ? before.locked : undefined;
  const held = locked && (await giveKey());
  if (held?.Email === locked?.Email) await resume(held);
  const now = session();
  return now.phase === 'signedIn' ? { SuperUser: now.SuperUser } : null;
}

/** Goes on with a key that is still held. */
async function resume(held: Unlocked | undefined): Promise<void> {
  if (!held) return;
  try {
    await openHere(held);
    const proof = await proofOf(held);
    if (proof !== 'holds') return await endProof(proof, held);
    const setup = await setupHere();
    if (!setup) return lockDevice();
    begin(held, setup);
    void meetServer();
  } catch (error) {
    await endHere();
    const now = session();
    if (error instanceof NewerAppError && now.phase === 'signedOut') changeSession({ ...now, notice: error.message });
  }
}

/** Going on with a kept key may meet an outage, as typing a password may. */
async function meetServer(): Promise<void> {
  if (!isOutage()) showOutage(unknown);
  if ((await refreshToken()) === 'away')
    await import('./outage/detect-outage.ts').then((file) => file.detectOutage({})).catch(() => undefined);
  const now = session();
  if (now.phase === 'signedIn') followOutage(now);
}

/**
 * The browser deleted the app's databases while it ran. The second copy is restored, typed text is written, and the page
 * reloads and says so.
 */
async function startOver(): Promise<void> {
  const who = device();
  // Another tab erases this device: a restored copy would stay behind.
  const erasures = import('#local/keys/erasures.ts');
  const isErased = await erasures.then((file) => file.isOrdered(who.DeviceId)).catch(() => false);
  if (isErased) return endHere('erased');
  // The page must not reload before that.
  const save = () => openAlone(who).then(saveUnsaved, () => false);
  while (!(await save())) await beforeNextTry();
  window.location.reload();
}

/** Another tab opened a newer app: typed text is written, then this page reloads as the newer app. */
function makeWay(): Promise<boolean> {
  const saved = saveUnsaved();
  void saved.then(keepTyped).then(() => window.location.reload());
  return saved;
}

/** A token is for the open device; without one, for a sign-in that is under way. */
function isOfOpenDevice({ site, UserId }: Session): boolean {
  if (!isDeviceOpen()) return currentToken() !== null;
  return device().site === site && device().UserId === UserId;
}

function takeNewToken({ token, site, UserId }: Session): void {
  void tellToken(token);
  void provedOnline(site, UserId);
}

/** The server ended this sign-in: locks the device, or erases it where that is why. */
async function sessionOver(why: unknown): Promise<void> {
  if (why instanceof AppError && why.kind === 'device-erased' && (await obeyErasure(why.current))) return;
  const who = session();
  if (who.phase === 'signedOut') return;
  forgetKey('serverEnded', who.phase === 'signedIn' ? who : undefined);
  await endHere('serverEnded');
}
