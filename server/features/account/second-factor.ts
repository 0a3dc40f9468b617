import type { AuditAction } from '#contract/audit/entry-words.ts';
import { AppError, fail } from '#contract/base/errors.ts';
import { mayStandAlone } from '#contract/account/password-rule.ts';
import type { Found } from '#server/kit/auth/attempts.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Caller, Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import {
  endSecondFactor,
  hasSecondFactor,
  inFours,
  newRecoveryCodes,
  newSecondFactor,
  takeCode,
} from '#server/kit/auth/second-factor.ts';
import { siteAlone } from '#server/kit/auth/sessions.ts';
import type { SigningKeys } from '#server/kit/auth/tokens.ts';
import { countOwnWrong } from './own-attempts.ts';
import { assertPassword, homeOf } from './own-password.ts';
import { ownAccount } from './store.ts';

type Parts = { database: Database; key: SigningKeys };

/** A key for an authenticator app. It counts only after `confirmSecondFactor`. */
export async function startSecondFactor(
  { database, key }: Parts,
  caller: Caller,
  current: string,
): Promise<{ key: string; address: string }> {
  const { Email } = await assertPassword(database, caller, current);
  const user = homeOf(caller);
  const made = await database.tx(siteAlone(user.site), (tx) => newSecondFactor(tx, key, user));
  if (made === undefined) fail('conflict', 'Two-step sign-in is already on. Turn it off before you set it up again.');
  const label = encodeURIComponent(`Mainstay:${Email}`);
  return { key: inFours(made, ' '), address: `otpauth://totp/${label}?secret=${made}&issuer=Mainstay` };
}

/** The first code shows that the app has the key: from now on the sign-in asks for one. */
export async function confirmSecondFactor(
  { database, key }: Parts,
  caller: Caller,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const user = homeOf(caller);
  const email = await emailOf(database, user);
  type Looked = { found: Found; recoveryCodes?: string[] };
  const { recoveryCodes } = await countOwnWrong(database, caller, email, () =>
    database.tx(siteAlone(user.site), async (tx): Promise<Looked> => {
      if (await hasSecondFactor(tx, user)) fail('conflict', 'Two-step sign-in is already on.');
      if (!(await takeCode(tx, key, user, code))) return { found: 'wrong' };
      await note(tx, user, 'second factor added');
      return { found: 'right', recoveryCodes: await newRecoveryCodes(tx, user) };
    }),
  );
  if (recoveryCodes) return { recoveryCodes };
  const sentence = 'This is not the code your app shows now. Check your phone’s clock and try the next code.';
  return fail('invalid', sentence, { fields: { code: sentence } });
}

/** Without a second step the password stands alone and must be long enough for that (NIST 800-63B-4). */
export async function removeSecondFactor({ database }: Parts, caller: Caller, current: string): Promise<void> {
  await assertPassword(database, caller, current);
  if (!mayStandAlone(current)) {
    const sentence = 'Without two-step sign-in your password is too short. Choose one of at least 15 characters first.';
    fail('invalid', sentence, { fields: { current: sentence } });
  }
  const user = homeOf(caller);
  await database.tx(siteAlone(user.site), async (tx) => {
    await endSecondFactor(tx, user);
    await note(tx, user, 'second factor removed');
  });
}

export async function renewRecoveryCodes(
  { database }: Parts,
  caller: Caller,
  current: string,
): Promise<{ recoveryCodes: string[] }> {
  await assertPassword(database, caller, current);
  const user = homeOf(caller);
  return database.tx(siteAlone(user.site), async (tx) => {
    if (!(await hasSecondFactor(tx, user))) fail('conflict', 'Two-step sign-in is not on.');
    await note(tx, user, 'recovery codes renewed');
    return { recoveryCodes: await newRecoveryCodes(tx, user) };
  });
}

async function emailOf(database: Database, user: { site: string; UserId: string }): Promise<string> {
  const own = await database.tx(siteAlone(user.site), (tx) => ownAccount(tx, user));
  if (!own) throw new AppError('not-found', 'This user was not found.');
  return own.Email;
}

function note(tx: Tx, { site, UserId }: { site: string; UserId: string }, action: AuditAction): Promise<void> {
  return audit(tx, site, { UserId, action, entity: 'users', pk: UserId });
}
