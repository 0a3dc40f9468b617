import { randomUUID } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import { contactOf, type Contact } from '#contract/patient-login/contact.ts';
import type { patientLoginEndpoints } from '#contract/patient-login/endpoints.ts';
import { codeLimits, mayGetCode } from '#contract/patient-login/limits.ts';
import { fill } from '#contract/words/language.ts';
import { codeMessage } from '#contract/words/login-page.ts';
import type { z } from 'zod';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { contactHashOf } from '#server/kit/messages/ledger.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { writeCode } from '#server/kit/messages/write-code.ts';
import { sha256, type SigningKeys } from '#server/kit/auth/tokens.ts';
import {
  countsOf,
  insertAttempt,
  nextAttempt,
  settleAttempt,
  subjectsOf,
  todayOf,
  voidFormer,
  type Attempt,
} from './rows.ts';
import { codeHashOf, newCode, newSecret } from './secrets.ts';

type Asked = z.output<typeof patientLoginEndpoints.start.input>;

/** Notes that somebody asks for a code. Nobody is looked up: the answer takes the same time whoever asks. */
export async function startLogin(
  database: Database,
  { w, contact, DateOfBirth, ...flags }: Asked,
  now: Date,
): Promise<{ attemptId: string; cookie: string }> {
  const sentence = 'Enter an email or a US phone number.';
  const known = contactOf(contact) ?? fail('invalid', sentence, { fields: { contact: sentence } });
  const attemptId = randomUUID();
  const cookie = newSecret();
  await database.tx(messagesOf(w), async (tx) => {
    if (!(await tx.maybe('select from sites where site = app_site()'))) fail('not-found', 'This clinic was not found.');
    const expiresAt = new Date(now.getTime() + codeLimits.codeMinutes * 60_000).toISOString();
    const row = { site: w, AttemptId: attemptId, contact: known.value, DateOfBirth, ...flags, expiresAt };
    await insertAttempt(tx, { ...row, cookieHash: sha256(cookie), contactHash: contactHashOf(w, known) }, now);
  });
  return { attemptId, cookie };
}

/** Looks into every attempt of a site that nobody has looked into yet, also those that a server left behind. */
export async function sendCodes(
  database: Database,
  { site, keys, now }: { site: string; keys: SigningKeys; now: () => Date },
): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await database.tx(messagesOf(site), async (tx) => {
      const attempt = await nextAttempt(tx);
      if (attempt) await lookInto(tx, attempt, { keys, now: now() });
      return attempt !== undefined;
    });
}

async function lookInto(tx: Tx, attempt: Attempt, { keys, now }: { keys: SigningKeys; now: Date }): Promise<void> {
  const { AttemptId, contactHash, DateOfBirth, agl, aupl } = attempt;
  const contact = contactOf(attempt.contact ?? '');
  if (!contact || DateOfBirth === null) throw new Error('An attempt lacks what was typed');
  // Of two attempts of one contact at once, the second counts the first.
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`patient code ${contactHash}`]);
  await voidFormer(tx, attempt);
  const subjects = await subjectsOf(tx, {
    contact,
    contactHash,
    DateOfBirth,
    agl,
    today: await todayOf(tx, now),
    now,
  });
  const isKnown = subjects.length > 0;
  // One after the other: many attempts at once must not pass a ceiling of the site together.
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`patient codes ${attempt.site} ${isKnown}`]);
  const counted = await countsOf(tx, { contactHash, isKnown, now });
  const isLate = now.toISOString() >= new Date(attempt.expiresAt).toISOString();
  const isSent = !isLate && (isKnown || aupl) && mayGetCode(counted, isKnown);
  const code = newCode();
  if (isSent) await sendCode(tx, { attempt, contact, code, now });
  await settleAttempt(tx, AttemptId, {
    codeHash: isSent ? codeHashOf(keys, AttemptId, code) : null,
    subjects: isSent ? subjects : [],
    isUnrecognized: isSent && !isKnown,
    sentAt: isSent ? now : null,
  });
}

type Sent = { attempt: Attempt; contact: Contact; code: string; now: Date };

async function sendCode(tx: Tx, { attempt, contact, code, now }: Sent): Promise<void> {
  const words = codeMessage[attempt.language];
  const text = fill(words.text, { code });
  await writeCode(tx, attempt.site, { contact, subject: words.subject, text, kind: 'code', now });
}
