import { shortestAlone } from '#contract/account/password-rule.ts';
import type { Tx } from '#server/kit/context.ts';
import type { LinkOwner } from './account-links.ts';
import { putMail } from './spool.ts';

type Owner = { Email: string; FirstName: string; siteName: string };
type Words = { subject: string; said: string };

const notYou = 'If it was not you, tell the administrator of your clinic at once.';

/** What happened to an account that its owner should know of, in case it was somebody else. */
const news = {
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    said: `a passkey was added to your Mainstay account: it signs in without the password. ${notYou}`,
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account',
    said: `a passkey was removed from your Mainstay account. ${notYou}`,
  },
  emailChanged: {
    subject: 'The e-mail of your account was changed',
    said: `your Mainstay account goes by another e-mail address from now on, and this one does not open it any more. ${notYou}`,
  },
  secondFactorTaken: {
    subject: 'The second step of your sign-in was taken away',
    said: `an administrator has taken away the second step of your Mainstay account, and you were signed out everywhere. Your password alone signs you in now; if it has fewer than ${shortestAlone} characters, you will be mailed a link to choose a longer one. Set the second step up anew under My account. ${notYou}`,
  },
} as const satisfies Record<string, Words>;

/** Mails the owner of an account what has just happened to it. */
export async function tellOwner(tx: Tx, { site, UserId }: LinkOwner, what: keyof typeof news): Promise<void> {
  const owner = await tx.maybe<Owner>(
    `select u."Email", u."FirstName", w."Name" as "siteName" from users u join sites w on w.site = u.site
     where u.site = $1 and u."UserId" = $2`,
    [site, UserId],
  );
  if (!owner) throw new Error('There is no such user to write to.');
  const { subject, said } = news[what];
  const body = `Hello ${owner.FirstName},\n\n${said}\n\n${owner.siteName}`;
  await putMail(tx, { site, UserId, to: owner.Email, subject: `${subject} at ${owner.siteName}`, body });
}
