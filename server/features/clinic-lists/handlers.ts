import type { Base } from '#contract/base/base.ts';
import { fail } from '#contract/base/errors.ts';
import type { clinicListEndpoints } from '#contract/clinic-lists/endpoints.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { mergedWrite } from '#server/kit/merged-write.ts';
import {
  activeOf,
  holdList,
  isKnown,
  isNameTaken,
  listOf,
  readRow,
  storeRow,
  type ListName,
  type RowOf,
} from './store.ts';

export const clinicListHandlers: Handlers<typeof clinicListEndpoints> = {
  all: async (_input, { tx }) => ({
    customCaseInputs: await listOf(tx, 'customCaseInputs'),
    visitTags: await listOf(tx, 'visitTags'),
    payerReportingTypes: await listOf(tx, 'payerReportingTypes'),
  }),

  activeCustomCaseInputs: async (_input, { tx }) => ({
    activeCustomCaseInputs: await activeOf(tx, 'customCaseInputs'),
  }),

  async saveCustomCaseInput({ id, base, ...mine }, { tx }) {
    const row = await mergedRow(tx, 'customCaseInputs', { id, base, mine: { CustomCaseInputId: id, ...mine } });
    await assertFreeName(tx, 'customCaseInputs', { id, name: row.Label, field: 'Label' });
    return storeRow(tx, 'customCaseInputs', row);
  },

  visitTags: async (_input, { tx }) => ({ tags: await activeOf(tx, 'visitTags') }),

  async saveVisitTag({ id, base, ...mine }, { tx }) {
    const row = await mergedRow(tx, 'visitTags', { id, base, mine: { TagId: id, ...mine } });
    await assertFreeName(tx, 'visitTags', { id, name: row.Name, field: 'Name' });
    return storeRow(tx, 'visitTags', row);
  },

  async addPayerReportingType({ Description }, { tx, newId }) {
    await assertFreeName(tx, 'payerReportingTypes', { id: null, name: Description, field: 'Description' });
    return storeRow(tx, 'payerReportingTypes', { PayerReportingTypeId: newId(), Description });
  },

  async renamePayerReportingType({ id, base, ...mine }, { tx }) {
    if (!(await isKnown(tx, 'payerReportingTypes', id))) fail('not-found', 'This payer reporting type was not found.');
    const row = await mergedRow(tx, 'payerReportingTypes', { id, base, mine: { PayerReportingTypeId: id, ...mine } });
    await assertFreeName(tx, 'payerReportingTypes', { id, name: row.Description, field: 'Description' });
    return storeRow(tx, 'payerReportingTypes', row);
  },
};

const nouns: Record<ListName, string> = {
  customCaseInputs: 'case question',
  visitTags: 'visit tag',
  payerReportingTypes: 'payer reporting type',
};

type Write<L extends ListName> = { id: string; base: Base | undefined; mine: RowOf[L] };

async function mergedRow<L extends ListName>(tx: Tx, list: L, { id, base, mine }: Write<L>): Promise<RowOf[L]> {
  await holdList(tx, list);
  const before = await readRow(tx, list, id);
  return before ? mergedWrite(before, mine, base, { noun: nouns[list] }) : mine;
}

async function assertFreeName(
  tx: Tx,
  list: ListName,
  { id, name, field }: { id: string | null; name: string; field: string },
): Promise<void> {
  await holdList(tx, list);
  if (!(await isNameTaken(tx, list, { id, name }))) return;
  fail('conflict', `“${name}” is already in this list. Nothing was changed.`, {
    fields: { [field]: 'is already in this list' },
  });
}
