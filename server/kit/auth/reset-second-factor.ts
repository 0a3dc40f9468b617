import type { Tx } from '../context.ts';
import type { LinkOwner } from '../mail/account-links.ts';
import { passkeysTaken, secondFactorAndPasskeysTaken, secondFactorTaken, tellOwner } from '../mail/account-news.ts';
import { endPasskeys } from './passkeys/passkeys.ts';
import { endSecondFactor, hasSecondFactor } from './second-factor.ts';
import { endSessionsOfUser } from './sessions.ts';

export type Taken = { secondStep: boolean; passkeys: number };

/**
 * Somebody else takes a lost phone out of a sign-in, its second step and every passkey: whoever is in with it is signed
 * out, and the owner is told. Undefined where there was neither.
 */
export async function takeSecondFactor(tx: Tx, user: LinkOwner): Promise<Taken | undefined> {
  const secondStep = await hasSecondFactor(tx, user);
  const passkeys = await endPasskeys(tx, user);
  if (!secondStep && passkeys === 0) return undefined;
  await endSecondFactor(tx, user);
  await endSessionsOfUser(tx, user.UserId, { why: 'second step taken away' });
  await tellOwner(tx, user, newsOf({ secondStep, passkeys }));
  return { secondStep, passkeys };
}

export function takenDetail({ secondStep, passkeys }: Taken): Record<string, string> {
  return { secondStep: String(secondStep), passkeys: String(passkeys) };
}

function newsOf({ secondStep, passkeys }: Taken) {
  if (passkeys === 0) return secondFactorTaken;
  return secondStep ? secondFactorAndPasskeysTaken(passkeys) : passkeysTaken(passkeys);
}
