import { AppError, fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { newPasswordProblem } from '#server/kit/auth/common-passwords.ts';
import type { Caller } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { endLinks } from '#server/kit/mail/account-links.ts';
import { hashPassword, verifyPassword } from '#server/kit/auth/password.ts';
import { endSessionsOfUser, siteAlone } from '#server/kit/auth/sessions.ts';
import { countOwnWrong } from './own-attempts.ts';
import { ownAccount, passwordHashOf, replacePassword, type OwnAccount } from './store.ts';

/** Where the caller's own user row is: a superuser may be away in another site. */
export function homeOf({ site, homeSite = site, UserId }: Caller): { site: string; UserId: string } {
  return { site: homeSite, UserId };
}

/**
 * Asks for the password again before something that a passer-by at an open screen must not do. Wrong ones count with
 * this sign-in and end it (`countOwnWrong`).
 */
export async function assertPassword(
  database: Database,
  caller: Caller,
  password: string,
): Promise<OwnAccount & { hash: string }> {
  const user = homeOf(caller);
  const { own, hash } = await database.tx(siteAlone(user.site), async (tx) => ({
    own: await ownAccount(tx, user),
    hash: await passwordHashOf(tx, user),
  }));
  if (!own) fail('not-found', 'This user was not found.');
  const { found } = await countOwnWrong(database, caller, own.Email, async () => ({
    found: (await verifyPassword(password, hash)) ? 'right' : 'wrong',
  })).catch(refuseField);
  if (found === 'wrong') refuse('This is not your current password.');
  return { ...own, hash };
}

/** Said at the field: nobody who waits for a quarter of an hour should watch a screen that tries again by itself. */
function refuseField(error: unknown): never {
  if (error instanceof AppError && error.kind === 'too-many') refuse(error.message);
  throw error;
}

function refuse(sentence: string): never {
  fail('invalid', sentence, { fields: { current: sentence } });
}

export async function changePassword(
  database: Database,
  caller: Caller,
  given: { current: string; next: string },
): Promise<void> {
  const { Email, name, siteName, hasSecondFactor, hash } = await assertPassword(database, caller, given.current);
  const problem = await newPasswordProblem(given.next, { hasSecondFactor, own: [Email, name, siteName] });
  if (problem !== null) fail('invalid', problem, { fields: { next: problem } });
  const hashed = await hashPassword(given.next);
  const user = homeOf(caller);
  await database.tx(siteAlone(user.site), async (tx) => {
    if (!(await replacePassword(tx, user, { from: hash, to: hashed })))
      fail('conflict', 'Your password was just changed on another device. Nothing was changed here.');
    await endLinks(tx, user, { why: 'replaced' });
    await endSessionsOfUser(tx, user.UserId, { why: 'password changed', except: caller.SessionId ?? null });
    await audit(tx, user.site, { UserId: user.UserId, action: 'change password', entity: 'users', pk: user.UserId });
  });
}
