import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import type { messageEndpoints } from '#contract/messages/endpoints.ts';
import { contactOf, type Contact } from '#contract/patient-login/contact.ts';
import { codeLimits, mayGetCode } from '#contract/patient-login/limits.ts';
import { fill, type Language } from '#contract/words/language.ts';
import { codeMessage } from '#contract/words/login-page.ts';
import { refusals } from '#contract/words/refusals.ts';
import { codeHashOf, countsOf, isCode, newCode } from '#server/features/patient-login/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { SigningKeys } from '#server/kit/auth/tokens.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { contactHashOf, standingOf } from '#server/kit/messages/ledger.ts';
import { openPatientLink, parseToken, type PatientLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { writeCode } from '#server/kit/messages/write-code.ts';
import { deadSentence } from './links.ts';
import { changesToday, holdChange, insertChange, noteProved, noteWrongCode, putMobile } from './mobile-rows.ts';
import { patientOf } from './link-rows.ts';

type Parts = { database: Database; keys: SigningKeys; now: Date };
type Start = z.output<typeof messageEndpoints.startMobile.input>;
type Prove = z.output<typeof messageEndpoints.proveMobile.input>;

/** Runs with the link of a token that sets preferences. Not narrowed to its patient: the ceilings of codes are the site's. */
async function withLink<R>(
  { database, now }: Parts,
  token: string,
  run: (tx: Tx, link: PatientLink) => Promise<R>,
): Promise<R> {
  const named = parseToken(token);
  if (!named) fail('not-found', deadSentence);
  return database.tx(messagesOf(named.site), async (tx) => {
    const link = await openPatientLink(tx, named, now);
    // The link of a visit may be in other hands, such as of who drives.
    if (link?.purpose !== 'preferences') fail('not-found', deadSentence);
    return run(tx, link);
  });
}

/** Sends a code to a new number; nothing of the patient changes before it comes back. */
export async function startMobile(
  parts: Parts,
  { token, Phone, language }: Start,
): Promise<{ ContactChangeId: string }> {
  const { keys, now } = parts;
  return withLink(parts, token, async (tx, { site, PatientId }) => {
    const contact = contactOf(Phone);
    if (!contact) throw new Error('A number that the contract takes is none');
    const contactHash = contactHashOf(site, contact);
    // The same locks as a login takes: two at once must not pass a ceiling together.
    await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`patient code ${contactHash}`]);
    await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`patient codes ${site} false`]);
    const counted = await countsOf(tx, { contactHash, isKnown: false, now });
    if (!mayGetCode(counted, false) || (await changesToday(tx, PatientId, now)) >= codeLimits.numbersPerDay)
      fail('too-many', refusals.tooManyCodes.en);
    const ContactChangeId = randomUUID();
    const code = newCode();
    const { subject, text } = codeMessage[language];
    await writeCode(tx, site, { contact, subject, text: fill(text, { code }), kind: 'code', now });
    await insertChange(tx, {
      ContactChangeId,
      PatientId,
      contactHash,
      contact: contact.value,
      codeHash: codeHashOf(keys, ContactChangeId, code),
      now,
    });
    return { ContactChangeId };
  });
}

/** Takes the code and saves the number. The former number and the email hear of it: it may have been somebody else. */
export async function proveMobile(parts: Parts, { token, ContactChangeId, code, language }: Prove): Promise<void> {
  const { keys, now } = parts;
  const isRight = await withLink(parts, token, async (tx, link) => {
    const change = await holdChange(tx, { ContactChangeId, PatientId: link.PatientId }, now);
    if (!change) return false;
    const given = { code: code.replace(/\D/g, ''), hash: change.codeHash };
    if (!isCode(keys, ContactChangeId, given)) {
      await noteWrongCode(tx, ContactChangeId);
      return false;
    }
    const notices = await tellFormer(tx, link, { language, to: change.contact, now });
    await noteProved(tx, { ContactChangeId, PatientId: link.PatientId, notices, now });
    await putMobile(tx, link, change.contact);
    const { site, PatientId } = link;
    await audit(tx, site, {
      UserId: null,
      action: 'patient change',
      entity: 'patients',
      pk: PatientId,
      PatientId,
      detail: { principal: 'link', level: 'L0', field: 'Phone' },
    });
    return true;
  });
  if (!isRight) fail('no-permission', refusals.wrongCode.en);
}

type Told = { language: Language; to: string; now: Date };

/** The messages that tell of it. A number that said STOP hears nothing more, of this neither. */
async function tellFormer(tx: Tx, { site, PatientId }: PatientLink, { language, to, now }: Told): Promise<string[]> {
  const patient = await patientOf(tx, PatientId);
  const former = [contactOf(patient?.Phone ?? ''), contactOf(patient?.Email ?? '')].filter(
    (contact): contact is Contact => contact !== null && contact.value !== to,
  );
  const notices: string[] = [];
  for (const contact of former) {
    const standing = await standingOf(tx, site, { contactHash: contactHashOf(site, contact) });
    if (standing.some(({ purpose, given }) => purpose === 'marketing' && !given)) continue;
    const { changedSubject: subject, changed: text } = codeMessage[language];
    notices.push(await writeCode(tx, site, { contact, subject, text, kind: 'contactChanged', now }));
  }
  return notices;
}
