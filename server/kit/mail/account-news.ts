import { shortestAlone } from '#contract/account/password-rule.ts';
import type { Tx } from '#server/kit/context.ts';
import type { LinkOwner } from './account-links.ts';
import { putMail } from './spool.ts';

type Owner = { Email: string; FirstName: string; siteName: string };
type Words = { subject: string; said: string };

const notYou = 'If it was not you, tell the administrator of your clinic at once.';

const passwordAlone = `Your password alone signs you in now; if it has fewer than ${shortestAlone} characters, you will be mailed a link to choose a longer one.`;

// What happened to an account that its owner should know of, in case it was somebody else.

export const passkeyAdded: Words = {
  subject: 'A passkey was added to your account',
  said: `a passkey was added to your Mainstay account: it signs in without the password. ${notYou}`,
};
export const passkeyRemoved: Words = {
  subject: 'A passkey was removed from your account',
  said: `a passkey was removed from your Mainstay account. ${notYou}`,
};
export const emailChanged: Words = {
  subject: 'The e-mail of your account was changed',
  said: `your Mainstay account goes by another e-mail address from now on, and this one does not open it any more. ${notYou}`,
};
export const secondFactorTaken: Words = {
  subject: 'The second step of your sign-in was taken away',
  said: `an administrator has taken away the second step of your Mainstay account, and you were signed out everywhere. ${passwordAlone} Set the second step up anew under My account. ${notYou}`,
};

export function secondFactorAndPasskeysTaken(count: number): Words {
  return {
    subject: 'The second step and the passkeys of your sign-in were taken away',
    said: `an administrator has taken away the second step and ${theSoMany(count)} of your Mainstay account, and you were signed out everywhere. ${passwordAlone} Set both up anew under My account. ${notYou}`,
  };
}

export function passkeysTaken(count: number): Words {
  return {
    subject: 'Your passkeys were taken away',
    said: `an administrator has taken away ${theSoMany(count)} of your Mainstay account, and you were signed out everywhere. Sign in as you do without a passkey, and add new ones under My account. ${notYou}`,
  };
}

/** Together with a new password, by whoever used the link to it. */
export function passkeysRemoved(count: number): Words {
  const were = count === 1 ? 'one passkey was' : `${count} passkeys were`;
  return {
    subject: 'Your passkeys were removed',
    said: `a new password was chosen for your Mainstay account, and ${were} removed with it. Add new ones under My account. ${notYou}`,
  };
}

function theSoMany(count: number): string {
  return count === 1 ? 'the passkey' : `the ${count} passkeys`;
}

/** Mails the owner of an account what has just happened to it. */
export async function tellOwner(tx: Tx, { site, UserId }: LinkOwner, { subject, said }: Words): Promise<void> {
  const owner = await tx.maybe<Owner>(
    `select u."Email", u."FirstName", w."Name" as "siteName" from users u join sites w on w.site = u.site
     where u.site = $1 and u."UserId" = $2`,
    [site, UserId],
  );
  if (!owner) throw new Error('There is no such user to write to.');
  const body = `Hello ${owner.FirstName},\n\n${said}\n\n${owner.siteName}`;
  await putMail(tx, { site, UserId, to: owner.Email, subject: `${subject} at ${owner.siteName}`, body });
}
