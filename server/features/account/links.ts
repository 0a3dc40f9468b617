import { fail } from '#contract/base/errors.ts';
import type { AccountLink, LinkKind } from '#contract/account/endpoints.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import { newPasswordProblem } from '#server/kit/auth/common-passwords.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { endLinks, openLink, parseLink, type OpenLink } from '#server/kit/mail/account-links.ts';
import { passkeysRemoved, tellOwner } from '#server/kit/mail/account-news.ts';
import { countPasskeys, endPasskeys } from '#server/kit/auth/passkeys/passkeys.ts';
import { hashPassword } from '#server/kit/auth/password.ts';
import { hasSecondFactor } from '#server/kit/auth/second-factor.ts';
import { endSessionsOfUser, siteAlone } from '#server/kit/auth/sessions.ts';
import { noteVerified, storePassword } from './store.ts';

/** One sentence for every reason: a used link, a late one and an invented one look the same. */
const deadSentence = 'This link no longer works. It may have been used already, or a newer one was sent.';

export async function readLink(database: Database, token: string): Promise<AccountLink> {
  return withLink(database, token, async (tx, link) => {
    const { kind, Email, name, siteName } = link;
    return {
      kind,
      Email,
      name,
      siteName,
      hasSecondFactor: await hasSecondFactor(tx, link),
      passkeys: await countPasskeys(tx, link),
    };
  });
}

/** Sets the password, or only confirms the e-mail; afterwards the person signs in as always, second factor and all. */
export async function useLink(
  database: Database,
  { token, password, removePasskeys }: InputOf<'account.useLink'>,
): Promise<{ kind: LinkKind; Email: string }> {
  await readLink(database, token);
  // Slow on purpose: only for a link that works, and outside of a transaction that may run twice.
  const hashed = password === undefined ? undefined : await hashPassword(password);
  return withLink(database, token, async (tx, link) => {
    if (link.kind !== 'verify') {
      if (password === undefined || hashed === undefined)
        fail('invalid', 'Choose a password.', { fields: { password: 'is needed' } });
      await setPassword(tx, link, { password, hashed });
      if (removePasskeys === true) await removeAllPasskeys(tx, link);
    }
    await noteVerified(tx, link);
    await endLinks(tx, link, { why: 'used', kind: link.kind === 'verify' ? 'verify' : null });
    const { site, UserId, kind, Email } = link;
    await audit(tx, site, { UserId, action: `account link ${kind}`, entity: 'users', pk: UserId });
    return { kind, Email };
  });
}

async function setPassword(tx: Tx, link: OpenLink, given: { password: string; hashed: string }): Promise<void> {
  const own = [link.Email, link.name, link.siteName];
  const problem = await newPasswordProblem(given.password, { hasSecondFactor: await hasSecondFactor(tx, link), own });
  if (problem !== null) fail('invalid', problem, { fields: { password: problem } });
  await storePassword(tx, link, given.hashed);
  await endSessionsOfUser(tx, link.UserId, { why: 'password changed' });
}

async function removeAllPasskeys(tx: Tx, link: OpenLink): Promise<void> {
  const passkeys = await endPasskeys(tx, link);
  if (passkeys === 0) return;
  const { site, UserId } = link;
  const detail = { passkeys: String(passkeys) };
  await audit(tx, site, { UserId, action: 'passkeys removed', entity: 'users', pk: UserId, detail });
  await tellOwner(tx, link, passkeysRemoved(passkeys));
}

async function withLink<R>(
  database: Database,
  token: string,
  work: (tx: Tx, link: OpenLink) => Promise<R>,
): Promise<R> {
  const named = parseLink(token);
  if (!named) fail('not-found', deadSentence);
  return database.tx(siteAlone(named.site), async (tx) => {
    const link = await openLink(tx, named);
    if (!link) fail('not-found', deadSentence);
    return work(tx, link);
  });
}
