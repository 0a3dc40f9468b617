import { contactOf, type Contact } from '#contract/patient-login/contact.ts';
import type { ConsentWay, Ledger, LedgerEntry } from '#contract/messages/may-send.ts';
import { consentPurposes, type ConsentPurpose } from '#contract/messages/consent-purposes.ts';
import type { MessageChannel } from '#contract/messages/message.ts';
import type { Tx } from '#server/kit/context.ts';
import { sha256 } from '../auth/tokens.ts';

/** Names an address or number without keeping it. */
export function contactHashOf(site: string, { channel, value }: Contact): string {
  return sha256(`${site} ${channel} ${value}`);
}

export function hashOfRecipient(site: string, recipient: string | null): string | null {
  const contact = contactOf(recipient ?? '');
  return contact && contactHashOf(site, contact);
}

type Of = { PatientId: string; channel: MessageChannel; purpose: ConsentPurpose; recipient: string | null };

/** What was said last about one channel and purpose, of the person and of where they are reached. */
export async function ledgerOf(tx: Tx, site: string, { PatientId, channel, purpose, recipient }: Of): Promise<Ledger> {
  const hash = hashOfRecipient(site, recipient);
  const newest = (of: string) =>
    `(select jsonb_build_object('given', given, 'how', how, 'seq', "Seq") from consent_ledger
      where site = $1 and ${of} and channel = $2 and purpose = $3 order by "Seq" desc limit 1)`;
  const row = await tx.maybe<Ledger>(
    `select ${newest('"PatientId" = $4')} as person, ${newest('"contactHash" = $5')} as contact`,
    [site, channel, purpose, PatientId, hash],
  );
  return row ?? { person: null, contact: null };
}

export type Standing = { channel: MessageChannel; purpose: ConsentPurpose } & LedgerEntry;

/** What was said last about everything that was ever said something about. */
export function standingOf(
  tx: Tx,
  site: string,
  of: { PatientId: string } | { contactHash: string },
): Promise<Standing[]> {
  const [column, value] = 'PatientId' in of ? ['"PatientId"', of.PatientId] : ['"contactHash"', of.contactHash];
  return tx.rows<Standing>(
    `select distinct on (channel, purpose) channel, purpose, given, how, "Seq" as seq from consent_ledger
     where site = $1 and ${column} = $2 order by channel, purpose, "Seq" desc`,
    [site, value],
  );
}

export type NewConsent = {
  of: { PatientId: string } | { contactHash: string };
  channel: MessageChannel;
  given: boolean;
  purposes: readonly ConsentPurpose[];
  how: ConsentWay;
  /** Where the words were read, with their version and language. */
  wording: string;
  UserId?: string | null;
  /** Said anew: noted though it was said before, as a yes after a STOP is another yes. */
  isAnew?: boolean;
  at: Date;
};

/** Adds to the ledger what differs from what was said last; which purposes those are. */
export async function noteConsent(tx: Tx, site: string, consent: NewConsent): Promise<ConsentPurpose[]> {
  const { of, channel, given, purposes, how, wording, UserId = null, isAnew = false, at } = consent;
  const standing = await standingOf(tx, site, of);
  const changed = purposes.filter(
    (purpose) =>
      isAnew ||
      (standing.find((one) => one.channel === channel && one.purpose === purpose)?.given ?? unsaid(of)) !== given,
  );
  const [PatientId, contactHash] = 'PatientId' in of ? [of.PatientId, null] : [null, of.contactHash];
  if (changed.length > 0)
    await tx.run(
      `insert into consent_ledger (site, "PatientId", "contactHash", channel, purpose, given, how, wording, "UserId", at)
       select $1, $2, $3, $4, purpose, $6, $7, $8, $9, $10 from unnest($5::text[]) purpose`,
      [site, PatientId, contactHash, channel, changed, given, how, wording, UserId, at],
    );
  return changed;
}

/** A person who was never asked has not agreed; a number that nobody spoke of is not barred. */
const unsaid = (of: NewConsent['of']): boolean => !('PatientId' in of);

/** Nothing is sent to this address or number any more, whoever has it and whatever it is about. */
export async function barContact(tx: Tx, site: string, contact: Contact, at: Date): Promise<void> {
  const of = { contactHash: contactHashOf(site, contact) };
  const { channel } = contact;
  await noteConsent(tx, site, {
    of,
    channel,
    given: false,
    purposes: consentPurposes,
    how: 'stop',
    wording: 'text',
    at,
  });
}
