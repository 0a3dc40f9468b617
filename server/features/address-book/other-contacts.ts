import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { insertOne, lockOne, otherContactsOf, readOne, updateOne, type OtherContactRow } from './store.ts';
import { assertVersion, takenId } from './versions.ts';

type All = Handlers<typeof addressBookEndpoints>;
type Own = Pick<All, 'otherContacts' | 'createOtherContact' | 'updateOtherContact'>;

const table = 'other_contacts';

export const otherContactHandlers: Own = {
  otherContacts: async (_input, { tx }) => ({ otherContacts: await otherContactsOf(tx) }),

  async createOtherContact(fields, { tx }) {
    const named = withName(fields);
    if (!(await insertOne(tx, table, named))) takenId('contact');
    return stored(tx, fields.OtherContactId);
  },

  async updateOtherContact({ id, lastUpdated, ...fields }, { tx }) {
    const named = withName(fields);
    assertVersion(await lockOne(tx, table, id), lastUpdated, 'contact');
    await updateOne(tx, table, id, named);
    return stored(tx, id);
  },
};

type Named = Pick<OtherContactRow, 'FirstName' | 'LastName' | 'Company'>;

/** Empty names are no names, and one there must be. */
function withName<T extends Named>(fields: T): T {
  const { FirstName, LastName, Company } = fields;
  const named = { ...fields, FirstName: FirstName || null, LastName: LastName || null, Company: Company || null };
  if (named.LastName ?? named.FirstName ?? named.Company) return named;
  return fail('invalid', 'A contact needs a name or a company. Nothing was saved.', {
    fields: { LastName: 'is missing, and so is the company' },
  });
}

async function stored(tx: Tx, id: string): Promise<OtherContactRow> {
  const found = await readOne(tx, table, id);
  if (!found) throw new Error('A contact was not written');
  return found;
}
