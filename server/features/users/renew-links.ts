import type { Tx } from '#server/kit/context.ts';
import { endLinks, sendAccountLink, type LinkOwner } from '#server/kit/mail/account-links.ts';
import { userById } from './store.ts';

/** Whoever could read a link that opened less, or went to another address, must not open more with it. */
export async function renewLinks(tx: Tx, user: LinkOwner, { isNewAddress }: { isNewAddress: boolean }): Promise<void> {
  await endLinks(tx, user, { why: 'replaced' });
  const { status } = (await userById(tx, user.site, user.UserId)) ?? {};
  if (status === 'invited') await sendAccountLink(tx, { user, kind: 'invite' });
  else if (status === 'active' && isNewAddress) await sendAccountLink(tx, { user, kind: 'verify' });
}
