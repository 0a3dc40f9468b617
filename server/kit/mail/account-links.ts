import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { linkHours, type LinkKind } from '#contract/account/endpoints.ts';
import { SiteKey } from '#contract/base/ids.ts';
import type { Tx } from '#server/kit/context.ts';
import { sha256 } from '../auth/tokens.ts';
import { putMail } from './spool.ts';

let publicUrl = 'http://localhost:3000';

/** Where links in mails lead; told once when the server is built. */
export function linkTo(url: string): void {
  publicUrl = url;
}

export type LinkOwner = { site: string; UserId: string };
type Owner = { Email: string; FirstName: string; siteName: string; passkeys: number };

/**
 * Mails a single-use link to a user's own account and ends earlier ones of its kind. An invited user has
 * `noPassword` (server/kit/auth/password.ts) as PasswordHash until the link is used.
 */
export async function sendAccountLink(tx: Tx, { user, kind }: { user: LinkOwner; kind: LinkKind }): Promise<void> {
  const { site, UserId } = user;
  const owner = await tx.maybe<Owner>(
    `select u."Email", u."FirstName", w."Name" as "siteName", (select count(*)::int from passkeys k
       where k.site = u.site and k."UserId" = u."UserId") as passkeys from users u join sites w on w.site = u.site
     where u.site = $1 and u."UserId" = $2`,
    [site, UserId],
  );
  if (!owner) throw new Error('The user of this email was not found.');
  const LinkId = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  await endLinks(tx, user, { why: 'replaced', kind });
  await tx.run(
    `insert into account_links (site, "LinkId", "UserId", kind, "secretHash", "expiresAt")
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(hours => $6))`,
    [site, LinkId, UserId, kind, sha256(secret), linkHours[kind]],
  );
  const address = `${publicUrl}/account/link#${site}.${LinkId}.${secret}`;
  await putMail(tx, { site, UserId, to: owner.Email, ...words[kind](owner, address) });
}

const mostInAnHour = 3;

/** Whether a user was sent so many links of a kind within the hour that another would only fill the mailbox. */
export async function hasEnoughLinks(tx: Tx, { site, UserId }: LinkOwner, kind: LinkKind): Promise<boolean> {
  const found = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from account_links where site = $1 and "UserId" = $2 and kind = $3
       and "expiresAt" > clock_timestamp() + make_interval(hours => $4) - interval '1 hour'`,
    [site, UserId, kind, linkHours[kind]],
  );
  return (found?.count ?? 0) >= mostInAnHour;
}

/** Ends what is still open of a user's links: all, or those of a kind. */
export async function endLinks(
  tx: Tx,
  { site, UserId }: LinkOwner,
  { why, kind = null }: { why: 'used' | 'replaced'; kind?: LinkKind | null },
): Promise<void> {
  await tx.run(
    `update account_links set "endedAt" = clock_timestamp(), "endedWhy" = $3
     where site = $1 and "UserId" = $2 and "endedAt" is null and ($4::text is null or kind = $4)`,
    [site, UserId, why, kind],
  );
}

type NamedLink = { site: string; LinkId: string; secret: string };
export type OpenLink = LinkOwner & { LinkId: string; kind: LinkKind; Email: string; name: string; siteName: string };

/** The parts of a token as it stands in a mail; undefined for anything else. */
export function parseLink(token: string): NamedLink | undefined {
  const [site, LinkId = '', secret = '', ...rest] = token.trim().split('.');
  const named = SiteKey.safeParse(site);
  if (rest.length > 0 || !named.success || !/^[0-9a-f-]{36}$/.test(LinkId) || !/^[\w-]{43}$/.test(secret))
    return undefined;
  return { site: named.data, LinkId, secret };
}

/** The link while it works, held until the transaction ends; undefined for one that is used, late or wrong. */
export async function openLink(tx: Tx, { site, LinkId, secret }: NamedLink): Promise<OpenLink | undefined> {
  const found = await tx.maybe<OpenLink & { secretHash: string }>(
    `select l.site, l."LinkId", l."UserId", l.kind, l."secretHash", u."Email", u."FirstName" || ' ' || u."LastName" as name,
            w."Name" as "siteName"
     from account_links l join users u on u.site = l.site and u."UserId" = l."UserId" join sites w on w.site = l.site
     where l.site = $1 and l."LinkId" = $2 and l."endedAt" is null and l."expiresAt" > clock_timestamp()
       and not u."Disabled" for update of l`,
    [site, LinkId],
  );
  if (!found) return undefined;
  const { secretHash, ...link } = found;
  return timingSafeEqual(Buffer.from(secretHash), Buffer.from(sha256(secret))) ? link : undefined;
}

type Words = { subject: string; body: string };

const words: Record<LinkKind, (owner: Owner, address: string) => Words> = {
  invite: ({ FirstName, siteName }, address) => ({
    subject: `Your Mainstay account at ${siteName}`,
    body: `Hello ${FirstName},\n\n${siteName} created a Mainstay account for you. Choose your password here within 7 days:\n\n${address}\n\nThe link works once.`,
  }),
  reset: ({ FirstName, siteName, passkeys }, address) => ({
    subject: `Choose a new password for ${siteName}`,
    body: `Hello ${FirstName},\n\nsomeone requested a new password for your Mainstay account at ${siteName}. If it was you, choose it here within an hour:\n\n${address}\n\nThe link works once. If it was not you, do nothing. Your password stays the same.${passkeyWords(passkeys)}`,
  }),
  verify: ({ FirstName, siteName }, address) => ({
    subject: `Confirm your email for ${siteName}`,
    body: `Hello ${FirstName},\n\nconfirm within 24 hours that this is the email of your Mainstay account at ${siteName}:\n\n${address}\n\nThe link works once.`,
  }),
};

function passkeyWords(count: number): string {
  if (count === 0) return '';
  const [open, them] = count === 1 ? ['One passkey still opens', 'it'] : [`${count} passkeys still open`, 'them'];
  return `\n\n${open} your account without the password, even after you change it. You can remove ${them} when you choose the new password. Do so if you lost the device.`;
}
