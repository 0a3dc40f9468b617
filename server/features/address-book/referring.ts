import type { addressBookEndpoints } from '#contract/address-book/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import type { RowOf } from '#contract/entities.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { findRow, lockRow, updateRow } from '#server/kit/db/rows.ts';
import { followBack, followMerge, holdList, lastMerge, moveCases, putBackCases, usesOfReferring } from './store.ts';
import { assertVersion } from './versions.ts';

type Own = Pick<
  Handlers<typeof addressBookEndpoints>,
  'referringProvider' | 'mergeReferringProviders' | 'unmergeReferringProviders'
>;

type Referring = RowOf<typeof list>;
const list = 'referringProviders';
const thing = 'referring provider';

export const referringHandlers: Own = {
  referringProvider: ({ id }, { tx }) => detailOf(tx, id),

  async mergeReferringProviders({ id, into, lastUpdated, intoLastUpdated }, { tx, caller }) {
    if (id.toLowerCase() === into.toLowerCase())
      fail('invalid', 'A referring provider cannot be merged with themselves. Nothing was changed.', {
        fields: { into: 'must be another referring provider' },
      });
    await holdList(tx, list);
    const gone = await lockRow(tx, list, id);
    assertVersion(gone, lastUpdated, thing);
    const stays = await lockRow(tx, list, into);
    assertVersion(stays, intoLastUpdated, thing);
    assertOnePerson(gone, stays);
    await updateRow(tx, list, id, { MergedIntoId: into, Inactive: true });
    await updateRow(tx, list, into, filledFrom(stays, gone));
    const followed = await followMerge(tx, list, id, into);
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
      entity: list,
      pk: id,
      detail,
    });
    return detailOf(tx, into);
  },

  async unmergeReferringProviders({ id: given }, { tx, caller }) {
    const id = given.toLowerCase();
    const { site, UserId } = caller;
    await holdList(tx, list);
    const gone = await findRow(tx, list, id);
    if (!gone) fail('not-found', 'This referring provider was not found.');
    const kept = await lastMerge(tx, site, id);
    const into = kept?.['into']?.toLowerCase();
    if (!kept || into === undefined || gone.MergedIntoId !== into)
      fail('changed-elsewhere', 'This merge was already undone. Nothing was changed.');
    const stays = await lockRow(tx, list, into);
    if (!stays) fail('not-found', 'This referring provider was not found.');
    await updateRow(tx, list, into, emptiedOf(stays, gone, listIn(kept['filled'])));
    await updateRow(tx, list, id, { MergedIntoId: null, Inactive: kept['wasInactive'] === 'true' });
    await followBack(tx, into, id, listIn(kept['followed']));
    const back = await putBackCases(tx, into, id, listIn(kept['caseIds']));
    const detail = { into, cases: String(back.length), caseIds: back.join(', ') };
    await audit(tx, site, { UserId, action: 'unmerge', entity: list, pk: id, detail });
    return detailOf(tx, id);
  },
};

function listIn(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(', ');
}

/** What the merge filled in, unless somebody has written something else there since. */
function emptiedOf(stays: Referring, gone: Referring, fields: readonly string[]): object {
  const same = filled.filter((field) => fields.includes(field) && stays[field] === gone[field]);
  // One column at least: a new version, whoever has it open is told.
  return { Inactive: stays.Inactive, ...Object.fromEntries(same.map((field) => [field, null])) };
}

function assertOnePerson(gone: Referring, stays: Referring): void {
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
function filledFrom(stays: Referring, gone: Referring): object {
  return {
    ...Object.fromEntries(filled.map((field) => [field, stays[field] || (gone[field] ?? null)])),
    Inactive: stays.Inactive,
  };
}

async function detailOf(tx: Tx, id: string) {
  const found = await findRow(tx, list, id);
  const one = found?.MergedIntoId ? await findRow(tx, list, found.MergedIntoId) : found;
  if (!one) fail('not-found', 'This referring provider was not found.');
  return { referringProvider: one, cases: (await usesOfReferring(tx, one.ReferringProviderId)).cases };
}
