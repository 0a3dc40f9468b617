import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import { mostPayerContacts } from '#contract/address-book/payer.ts';
import { fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { findRow, lockRow, updateRow } from '#server/kit/db/rows.ts';
import { followMerge, holdList, policiesOfPayer, usesOfPayer } from './store.ts';
import { usesWords } from './uses.ts';
import { assertVersion } from './versions.ts';

type Own = Pick<Handlers<typeof addressBookEndpoints>, 'payer' | 'mergePayers'>;

export const payerHandlers: Own = {
  payer: ({ id }, { tx }) => detailOf(tx, id),

  async mergePayers({ id, into, lastUpdated, intoLastUpdated }, { tx, caller }) {
    if (id.toLowerCase() === into.toLowerCase())
      fail('invalid', 'A payer cannot be merged with itself. Nothing was changed.', {
        fields: { into: 'must be another payer' },
      });
    await holdList(tx, 'payers');
    const gone = await lockRow(tx, 'payers', id);
    assertVersion(gone, lastUpdated, 'payer');
    const stays = await lockRow(tx, 'payers', into);
    assertVersion(stays, intoLastUpdated, 'payer');
    await assertUnused(tx, gone);
    const contacts = [...stays.contacts, ...gone.contacts];
    if (gone.contacts.length > 0) assertRoom(contacts.length);
    await updateRow(tx, 'payers', id, { MergedIntoId: into, Inactive: true, contacts: [] });
    await updateRow(tx, 'payers', into, { contacts });
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

/** Of more contacts than a form takes, none could be saved any more. */
function assertRoom(together: number): void {
  if (together <= mostPayerContacts) return;
  fail(
    'conflict',
    `Together these two have ${together} contacts. A payer can have at most ${mostPayerContacts}. Nothing was changed. Remove some first.`,
    { fields: { into: 'has no room for these contacts' } },
  );
}

/** What was billed or written under a payer stays its own. */
async function assertUnused(tx: Tx, { PayerId, Name }: { PayerId: string; Name: string }): Promise<void> {
  const uses = await payerUsesWords(tx, PayerId);
  if (uses === null) return;
  fail(
    'conflict',
    `${Name} is used by ${uses}, so it can’t be merged into another payer. Nothing was changed. Merge the other payer into it, or make it inactive.`,
    { fields: { id: 'is in use' } },
  );
}

/** What names a payer, or null. */
export async function payerUsesWords(tx: Tx, PayerId: string): Promise<string | null> {
  const { policies, claims, postings, providers } = await usesOfPayer(tx, PayerId);
  return usesWords([
    [policies, 'policy', 'policies'],
    [claims, 'claim', 'claims'],
    [postings, 'ledger entry', 'ledger entries'],
    [providers, "provider's notes permission", "providers' notes permissions"],
  ]);
}

async function detailOf(tx: Tx, id: string) {
  const found = await findRow(tx, 'payers', id);
  const payer = found?.MergedIntoId ? await findRow(tx, 'payers', found.MergedIntoId) : found;
  if (!payer) fail('not-found', 'This payer was not found.');
  return { payer, policies: await policiesOfPayer(tx, payer.PayerId) };
}
