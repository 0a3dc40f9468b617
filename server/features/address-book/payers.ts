import type { z } from 'zod';
import { samePayer } from '#contract/address-book/duplicates.ts';
import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import { usualRules } from '#contract/address-book/payer-rules.ts';
import { AppliedRules } from '#contract/address-book/payer.ts';
import { mostPayerContacts, type PayerContact } from '#contract/address-book/contacts.ts';
import { fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { isKnown } from '../clinic-lists/store.ts';
import { applyRules } from './rules.ts';
import {
  followMerge,
  holdList,
  insertOne,
  listOf,
  lockOne,
  movePayerContacts,
  payerContactsOf,
  policiesOfPayer,
  readOne,
  storePayerContacts,
  storeRulesHistory,
  updateOne,
  usesOfPayer,
  type PayerUses,
} from './store.ts';
import { assertVersion, takenId } from './versions.ts';

type All = Handlers<typeof addressBookEndpoints>;
type Own = Pick<All, 'createPayer' | 'updatePayer' | 'payer' | 'mergePayers'>;

export const payerHandlers: Own = {
  async createPayer({ contacts, ...fields }, { tx }) {
    await holdList(tx, 'payers');
    await assertSingle(tx, fields.PayerId, fields);
    await assertReportingType(tx, fields.PayerReportingTypeId);
    const made = { ...fields, ...AppliedRules.parse(usualRules(fields.Kind)) };
    if (!(await insertOne(tx, 'payers', made))) takenId('payer');
    await storeRulesHistory(tx, fields.PayerId, [{ EffectiveFrom: null, rules: {} }]);
    await writeContacts(tx, fields.PayerId, contacts);
    await applyRules(tx, fields.PayerId);
    return detailOf(tx, fields.PayerId);
  },

  async updatePayer({ id, lastUpdated, contacts, ...fields }, { tx }) {
    await holdList(tx, 'payers');
    const before = await lockOne(tx, 'payers', id);
    assertVersion(before, lastUpdated, 'payer');
    // One that is there twice already can still be put right or set inactive.
    if (!samePayer(before, fields)) await assertSingle(tx, id, fields);
    await assertReportingType(tx, fields.PayerReportingTypeId);
    await updateOne(tx, 'payers', id, fields);
    await writeContacts(tx, id, contacts);
    // What is usual depends on the kind of payer.
    await applyRules(tx, id);
    return detailOf(tx, id);
  },

  payer: ({ id }, { tx }) => detailOf(tx, id),

  async mergePayers({ id, into, lastUpdated, intoLastUpdated }, { tx, caller }) {
    if (id.toLowerCase() === into.toLowerCase())
      fail('invalid', 'A payer cannot be merged with itself. Nothing was changed.', {
        fields: { into: 'must be another payer' },
      });
    await holdList(tx, 'payers');
    const gone = await lockOne(tx, 'payers', id);
    assertVersion(gone, lastUpdated, 'payer');
    assertVersion(await lockOne(tx, 'payers', into), intoLastUpdated, 'payer');
    assertUnused(gone.Name, await usesOfPayer(tx, id));
    assertRoom(await payerContactsOf(tx, id), await payerContactsOf(tx, into));
    await movePayerContacts(tx, id, into);
    await updateOne(tx, 'payers', id, { MergedIntoId: into, Inactive: true });
    // Another version: whoever has it open would save without the contacts that came.
    await updateOne(tx, 'payers', into, { MergedIntoId: null });
    await followMerge(tx, 'payers', id, into);
    await audit(tx, caller.site, {
      UserId: caller.UserId,
      action: 'merge',
      entity: 'payers',
      pk: id,
      detail: { into },
    });
    return detailOf(tx, into);
  },
};

async function assertSingle(
  tx: Tx,
  id: string,
  candidate: { Name: string; ElectronicPayerId: string | null },
): Promise<void> {
  const others = (await listOf(tx, 'payers')).filter((other) => other.PayerId !== id.toLowerCase());
  const same = others.find((other) => samePayer(candidate, other));
  if (!same) return;
  const which = same.ElectronicPayerId === null ? 'without a payer id' : `with the payer id ${same.ElectronicPayerId}`;
  fail('conflict', `${same.Name} ${which} is in the address book already. Nothing was saved.`, {
    fields: { Name: 'is in the address book with this payer id' },
    current: same,
  });
}

async function assertReportingType(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await isKnown(tx, 'payerReportingTypes', id))) return;
  fail('invalid', 'There is no such payer reporting type. Nothing was saved.', {
    fields: { PayerReportingTypeId: 'must be one of the list of this site' },
  });
}

async function writeContacts(tx: Tx, PayerId: string, contacts: z.output<typeof PayerContact>[]): Promise<void> {
  const ids = new Set(contacts.map((contact) => contact.PayerContactId.toLowerCase()));
  if (ids.size === contacts.length && (await storePayerContacts(tx, PayerId, contacts))) return;
  fail('conflict', 'One of these contacts stands elsewhere in the address book. Nothing was saved.', {
    fields: { contacts: 'must be of this payer alone' },
  });
}

/** Of more contacts than a form takes, none could be saved any more. */
function assertRoom(coming: readonly unknown[], there: readonly unknown[]): void {
  const together = coming.length + there.length;
  if (coming.length === 0 || together <= mostPayerContacts) return;
  fail(
    'conflict',
    `Together these two have ${together} contacts, and a payer has ${mostPayerContacts} at most. Remove some first; nothing was changed.`,
    { fields: { into: 'has no room for these contacts' } },
  );
}

/** What was billed or written under a payer stays its own. */
function assertUnused(Name: string, { policies, claims, postings, providers }: PayerUses): void {
  const used = [
    counted(policies, 'policy', 'policies'),
    counted(claims, 'claim', 'claims'),
    counted(postings, 'ledger entry', 'ledger entries'),
    counted(providers, "provider's notes permission", "providers' notes permissions"),
  ].filter((text) => text !== null);
  if (used.length === 0) return;
  fail(
    'conflict',
    `${Name} is named by ${used.join(', ')}, so it cannot be merged away. Merge the other payer into it, or set it inactive; nothing was changed.`,
    { fields: { id: 'is in use' } },
  );
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}

async function detailOf(tx: Tx, id: string) {
  const found = await readOne(tx, 'payers', id);
  const payer = found?.MergedIntoId ? await readOne(tx, 'payers', found.MergedIntoId) : found;
  if (!payer) fail('not-found', 'There is no such payer.');
  return {
    payer,
    contacts: await payerContactsOf(tx, payer.PayerId),
    policies: await policiesOfPayer(tx, payer.PayerId),
  };
}
