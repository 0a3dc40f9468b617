import { AppError } from '#contract/base/errors.ts';
import type { CurrentUser } from '#contract/session/current-user.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { keepKey } from '#local/keys/key-keeper.ts';
import type { Unlocked } from '#local/keys/keyring.ts';
import { logThrough } from '#local/outbox/outbox-log.ts';
import { device, openDevice } from '#local/store/device.ts';
import { NewerAppError } from '#local/store/newer-app.ts';
import { keepSetup, readSetup } from '#local/store/setup.ts';
import { obeyErasure } from './obey-erasure.ts';
import { watchProof } from './proof-watch.ts';
import { watchUntilEnd } from './session-end.ts';
import { endProof, proofOf } from './session-proof.ts';
import { changeSession } from './session-state.ts';
import { currentToken, refreshToken } from './token.ts';
import { becomeNewer } from './update.ts';
import { appendToLog, draftCopies, readyWorker, startWorker } from './workers.ts';

type Opener = Pick<Unlocked, 'site' | 'UserId' | 'dataKey'>;

/** Opens this device for a person and shows them their clinic. */
export async function open(person: Unlocked, fresh: Setup | null): Promise<CurrentUser> {
  await openHere(person);
  if (fresh) await keepSetup(device(), fresh);
  const setup = await readSetup();
  if (!setup)
    throw new AppError(
      'unavailable',
      'This device doesn’t have your clinic’s data yet. Sign in once while online. Nothing was lost.',
    );
  begin(person, setup);
  return setup.currentUser;
}

export async function openHere(who: Opener): Promise<void> {
  try {
    await openAlone(who);
  } catch (error) {
    if (error instanceof NewerAppError) await becomeNewer();
    throw error;
  }
}

/** Opens a device, and never reloads into a newer app. */
export async function openAlone({ site, UserId, dataKey }: Opener): Promise<void> {
  readyWorker();
  const log = logThrough(site, UserId, (mid, text) => appendToLog({ site, UserId }, mid, text));
  await openDevice({ site, UserId, dataKey, log, copies: draftCopies });
  // A browser that died could not take in its second copies.
  await import('#local/drafts/unsaved-drafts.ts').then((file) => file.takeLeftCopies()).catch(() => undefined);
}

/** Begins the session of a person whose device is open. */
export function begin(person: Unlocked, setup: Setup): void {
  keepKey(person);
  const { site, UserId, dataKey } = person;
  const { EmployeeId, SuperUser } = setup.currentUser;
  startWorker({ site, UserId, ProviderId: EmployeeId, dataKey, token: currentToken() }, freshToken, (order) => {
    void obeyErasure(order);
  });
  const who = { site, UserId };
  watchUntilEnd(() =>
    watchProof(
      () => proofOf(who),
      (why) => void endProof(why, who),
    ),
  );
  changeSession({ phase: 'signedIn', site, UserId, SuperUser, setup });
}

/** A token that came while the worker opened is fresh. Asking again would use up the new cookie. */
async function freshToken(held: string | null): Promise<string | null> {
  const here = currentToken();
  if (here !== null && here !== held) return here;
  return (await refreshToken()) === 'fresh' ? currentToken() : null;
}
