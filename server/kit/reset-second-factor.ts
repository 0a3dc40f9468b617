import type { Tx } from './context.ts';
import type { LinkOwner } from './mail/account-links.ts';
import { tellOwner } from './mail/account-news.ts';
import { endSecondFactor } from './second-factor.ts';
import { endSessionsOfUser } from './sessions.ts';

/** Somebody else takes a lost phone out of a sign-in: whoever is in with it is signed out, and the owner is told. */
export async function takeSecondFactor(tx: Tx, user: LinkOwner): Promise<void> {
  await endSecondFactor(tx, user);
  await endSessionsOfUser(tx, user.UserId, { why: 'second step taken away' });
  await tellOwner(tx, user, 'secondFactorTaken');
}
