import { randomBytes } from 'node:crypto';
import { SiteKey } from '#contract/base/ids.ts';
import type { ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import type { LinkPurpose } from '#contract/patient-login/principal.ts';
import { codeInMessage } from '#contract/words/login-page.ts';
import type { Tx } from '#server/kit/context.ts';
import { sha256 } from '../auth/tokens.ts';

export type PatientLink = {
  site: string;
  secretHash: string;
  PatientId: string;
  VisitId: string | null;
  purpose: LinkPurpose;
  SubjectId: string | null;
  about: ConsentPurpose | null;
  expiresAt: string;
  isEnded: boolean;
};
export type NewLink = {
  PatientId: string;
  purpose: LinkPurpose;
  VisitId?: string | null;
  SubjectId?: string | null;
  /** Of a link that ends emails: which. */
  about?: ConsentPurpose;
  expiresAt: Date;
};

/** Makes a link of 128 bits and gives its path, `/s/demo.…` (spec 2); the secret is kept nowhere but in the message. */
export async function makeLink(tx: Tx, site: string, link: NewLink): Promise<string> {
  const secret = randomBytes(16).toString('base64url');
  const { PatientId, purpose, VisitId = null, SubjectId = null, about = null, expiresAt } = link;
  await tx.run(
    `insert into patient_links (site, "secretHash", "PatientId", "VisitId", purpose, "SubjectId", "expiresAt", about)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [site, sha256(secret), PatientId, VisitId, purpose, SubjectId, expiresAt.toISOString(), about],
  );
  return `/s/${site}.${secret}`;
}

/** The parts of a token as it stands in a message; undefined for anything else. */
export function parseToken(token: string): { site: string; secret: string } | undefined {
  const [site, secret = '', ...rest] = token.trim().split('.');
  const named = SiteKey.safeParse(site);
  if (rest.length > 0 || !named.success || !/^[\w-]{22}$/.test(secret)) return undefined;
  return { site: named.data, secret };
}

/**
 * The link, held until the transaction ends; undefined for one that is late, was taken away or was never made.
 * `isEnded`: used up.
 */
export function openPatientLink(
  tx: Tx,
  { site, secret }: { site: string; secret: string },
  now: Date,
): Promise<PatientLink | undefined> {
  return tx.maybe<PatientLink>(
    `select site, "secretHash", "PatientId", "VisitId", purpose, "SubjectId", about, "expiresAt", "endedAt" is not null as "isEnded"
     from patient_links where site = $1 and "secretHash" = $2 and "expiresAt" > $3 and "revokedAt" is null for update`,
    [site, sha256(secret), now.toISOString()],
  );
}

export async function endPatientLink(tx: Tx, { site, secretHash }: PatientLink): Promise<void> {
  await tx.run(
    `update patient_links set "endedAt" = clock_timestamp() where site = $1 and "secretHash" = $2 and "endedAt" is null`,
    [site, secretHash],
  );
}

/** One more wrong birth date; how many there were. */
export async function noteWrongDate(tx: Tx, { site, secretHash }: PatientLink): Promise<number> {
  const row = await tx.maybe<{ wrongDates: number }>(
    `update patient_links set "wrongDates" = "wrongDates" + 1 where site = $1 and "secretHash" = $2 returning "wrongDates"`,
    [site, secretHash],
  );
  return row?.wrongDates ?? 0;
}

export async function revokeLink(tx: Tx, { site, secretHash }: PatientLink, why: 'wrong dates'): Promise<void> {
  await tx.run(
    `update patient_links set "revokedAt" = clock_timestamp(), "revokedWhy" = $3
     where site = $1 and "secretHash" = $2 and "revokedAt" is null`,
    [site, secretHash, why],
  );
}

const linkPattern = String.raw`\S+/s/[a-z][a-z0-9-]*\.[\w-]{22}`;
const inPlaceOfLinks = '(only the message shows the link)';

/** The text without what opens a patient's pages: links and codes. */
export function withoutLinks(body: string): string {
  return body
    .replace(new RegExp(linkPattern, 'g'), inPlaceOfLinks)
    .replace(codeInMessage, '$1 (only the message shows the code)');
}

/** The same, of the column `body`. */
export const bodyWithoutLinks = `regexp_replace(body, '${linkPattern}', '${inPlaceOfLinks}', 'g')`;
