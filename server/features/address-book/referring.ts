import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import { sameReferring } from '#contract/address-book/duplicates.ts';
import { referringName } from '#contract/address-book/referring-provider.ts';
import { fail } from '#contract/base/errors.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import {
  casesOf,
  followBack,
  followMerge,
  holdList,
  insertOne,
  lastMerge,
  listOf,
  lockOne,
  moveCases,
  putBackCases,
  readOne,
  updateOne,
  type ReferringRow,
} from './store.ts';
import { assertVersion, takenId } from './versions.ts';

type All = Handlers<typeof addressBookEndpoints>;
type Own = Pick<
  All,
  | 'createReferringProvider'
  | 'updateReferringProvider'
  | 'referringProvider'
  | 'mergeReferringProviders'
  | 'unmergeReferringProviders'
>;

const table = 'referring_providers';
const thing = 'referring provider';

export const referringHandlers: Own = {
  async createReferringProvider({ isSomebodyElse = false, ...fields }, { tx }) {
    await holdList(tx, table);
    await assertSingle(tx, fields, isSomebodyElse);
    if (!(await insertOne(tx, table, fields))) takenId(thing);
    return detailOf(tx, fields.ReferringProviderId);
  },

  async updateReferringProvider({ id, lastUpdated, ...fields }, { tx }) {
    await holdList(tx, table);
    const before = await lockOne(tx, table, id);
    assertVersion(before, lastUpdated, thing);
    // One whose NPI is there twice already can still be put right or set inactive.
    if (before.NationalProviderId !== fields.NationalProviderId)
      await assertSingle(tx, { ...fields, ReferringProviderId: id }, true);
    await updateOne(tx, table, id, fields);
    return detailOf(tx, id);
  },

  referringProvider: ({ id }, { tx }) => detailOf(tx, id),

  async mergeReferringProviders({ id, into, lastUpdated, intoLastUpdated }, { tx, caller }) {
    if (id.toLowerCase() === into.toLowerCase())
      fail('invalid', 'A referring provider cannot be merged with themselves. Nothing was changed.', {
        fields: { into: 'must be another referring provider' },
      });
    await holdList(tx, table);
    const gone = await lockOne(tx, table, id);
    assertVersion(gone, lastUpdated, thing);
    const stays = await lockOne(tx, table, into);
    assertVersion(stays, intoLastUpdated, thing);
    assertOnePerson(gone, stays);
    await updateOne(tx, table, id, { MergedIntoId: into, Inactive: true });
    await updateOne(tx, table, into, filledFrom(stays, gone));
    const followed = await followMerge(tx, table, id, into);
    const moved = await moveCases(tx, id, into);
    const detail = {
      into,
      cases: String(moved.length),
      caseIds: moved.join(', '),
      filled: filled.filter((field) => !stays[field] && gone[field]).join(', '),
      ...(followed.length > 0 && { followed: followed.join(', ') }),
      ...(gone.Inactive && { wasInactive: 'true' }),
    };
    await audit(tx, caller.site, {
      UserId: caller.UserId,
      action: 'merge',
      entity: 'referringProviders',
      pk: id,
      detail,
    });
    return detailOf(tx, into);
  },

  async unmergeReferringProviders({ id: given }, { tx, caller }) {
    const id = given.toLowerCase();
    const { site, UserId } = caller;
    await holdList(tx, table);
    const gone = await readOne(tx, table, id);
    if (!gone) fail('not-found', 'There is no such referring provider.');
    const kept = await lastMerge(tx, site, id);
    const into = kept?.['into']?.toLowerCase();
    if (!kept || into === undefined || gone.MergedIntoId !== into)
      fail('changed-elsewhere', 'This merge does not stand any more. Nothing was changed.');
    const stays = await lockOne(tx, table, into);
    if (!stays) fail('not-found', 'There is no such referring provider.');
    await updateOne(tx, table, into, emptiedOf(stays, gone, listIn(kept['filled'])));
    await updateOne(tx, table, id, { MergedIntoId: null, Inactive: kept['wasInactive'] === 'true' });
    await followBack(tx, into, id, listIn(kept['followed']));
    const back = await putBackCases(tx, into, id, listIn(kept['caseIds']));
    const detail = { into, cases: String(back.length), caseIds: back.join(', ') };
    await audit(tx, site, { UserId, action: 'unmerge', entity: 'referringProviders', pk: id, detail });
    return detailOf(tx, id);
  },
};

function listIn(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(', ');
}

/** What the merge filled in, unless somebody has written something else there since. */
function emptiedOf(stays: ReferringRow, gone: ReferringRow, fields: readonly string[]): object {
  const same = filled.filter((field) => fields.includes(field) && stays[field] === gone[field]);
  // One column at least: a new version, whoever has it open is told.
  return { Inactive: stays.Inactive, ...Object.fromEntries(same.map((field) => [field, null])) };
}

type Candidate = Pick<ReferringRow, 'FirstName' | 'LastName' | 'NationalProviderId'> & { ReferringProviderId: string };

/** One NPI is one person; one name may be two people, if somebody has said so. */
async function assertSingle(tx: Tx, candidate: Candidate, isSomebodyElse: boolean): Promise<void> {
  const id = candidate.ReferringProviderId.toLowerCase();
  const others = (await listOf(tx, table)).filter((other) => other.ReferringProviderId !== id);
  const byNpi = others.find((other) => sameReferring(candidate, other) === 'npi');
  if (byNpi)
    fail(
      'conflict',
      `${referringName(byNpi)} has this NPI already, and an NPI belongs to one person. Nothing was saved.`,
      {
        fields: { NationalProviderId: 'belongs to another referring provider' },
        current: byNpi,
      },
    );
  const byName = isSomebodyElse ? undefined : others.find((other) => sameReferring(candidate, other) === 'name');
  if (byName)
    fail('conflict', `${referringName(byName)} is in the address book already. Nothing was saved.`, {
      fields: { isSomebodyElse: 'must be said, since there is one of this name' },
      current: byName,
    });
}

function assertOnePerson(gone: ReferringRow, stays: ReferringRow): void {
  const [a, b] = [gone.NationalProviderId, stays.NationalProviderId];
  if (a === null || b === null || a === b) return;
  fail('conflict', 'These two have different NPIs, so they are two people. Nothing was changed.', {
    fields: { into: 'has another NPI' },
  });
}

const filled = [
  'NationalProviderId',
  'Credential',
  'PracticeName',
  'Phone',
  'Fax',
  'Email',
  'Address1',
  'City',
  'StateOrProvince',
  'PostalCode',
] as const;

/** What the one that stays does not tell, as the other told it. */
function filledFrom(stays: ReferringRow, gone: ReferringRow): object {
  return {
    ...Object.fromEntries(filled.map((field) => [field, stays[field] || (gone[field] ?? null)])),
    Inactive: stays.Inactive,
  };
}

async function detailOf(tx: Tx, id: string) {
  const found = await readOne(tx, table, id);
  const one = found?.MergedIntoId ? await readOne(tx, table, found.MergedIntoId) : found;
  if (!one) fail('not-found', 'There is no such referring provider.');
  return { referringProvider: one, cases: await casesOf(tx, one.ReferringProviderId) };
}
