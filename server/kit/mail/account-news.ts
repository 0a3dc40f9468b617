import { shortestAlone } from '#contract/account/password-rule.ts';
import type { Tx } from '#server/kit/context.ts';
import type { LinkOwner } from './account-links.ts';
import { putMail } from './spool.ts';

type Owner = { Email: string; FirstName: string; siteName: string };
type Words = { subject: string; said: string };

const notYou = 'If it was not you, contact your clinic’s administrator right away.';

const passwordAlone = `You now sign in with only your password. If it has fewer than ${shortestAlone} characters, we’ll email you a link to choose a longer one.`;

// What happened to an account that its owner should know of, in case it was somebody else.

export const passkeyAdded: Words = {
  subject: 'A passkey was added to your account',
  said: `a passkey was added to your Mainstay account. It signs in without the password. ${notYou}`,
};
export const passkeyRemoved: Words = {
  subject: 'A passkey was removed from your account',
  said: `a passkey was removed from your Mainstay account. ${notYou}`,
};
export const emailChanged: Words = {
  subject: 'The email of your account was changed',
  said: `your Mainstay account now uses another email. You can’t sign in with this one anymore. ${notYou}`,
};
export const secondFactorTaken: Words = {
  subject: 'Your two-step sign-in was turned off',
  said: `an administrator turned off two-step sign-in for your Mainstay account and signed you out everywhere. ${passwordAlone} Turn on two-step sign-in again under My account. ${notYou}`,
};

export function secondFactorAndPasskeysTaken(count: number): Words {
  return {
    subject: 'Your two-step sign-in and passkeys were removed',
    said: `an administrator removed two-step sign-in and ${theSoMany(count)} from your Mainstay account and signed you out everywhere. ${passwordAlone} Set up both again under My account. ${notYou}`,
  };
}

export function passkeysTaken(count: number): Words {
  return {
    subject: 'An administrator removed your passkeys',
    said: `an administrator removed ${theSoMany(count)} from your Mainstay account and signed you out everywhere. Sign in without a passkey, and add new ones under My account. ${notYou}`,
  };
}

/** Together with a new password, by whoever used the link to it. */
export function passkeysRemoved(count: number): Words {
  const were = count === 1 ? 'one passkey was' : `${count} passkeys were`;
  return {
    subject: 'Your passkeys were removed',
    said: `someone chose a new password for your Mainstay account, and ${were} removed with it. Add new ones under My account. ${notYou}`,
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
  if (!owner) throw new Error('The user of this email was not found.');
  const body = `Hello ${owner.FirstName},\n\n${said}\n\n${owner.siteName}`;
  await putMail(tx, { site, UserId, to: owner.Email, subject: `${subject} at ${owner.siteName}`, body });
}
