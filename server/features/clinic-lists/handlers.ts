import { fail } from '#contract/base/errors.ts';
import type { clinicListEndpoints } from '#contract/clinic-lists/endpoints.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { activeOf, holdList, isKnown, isNameTaken, listOf, storeRow, type ListName } from './store.ts';

export const clinicListHandlers: Handlers<typeof clinicListEndpoints> = {
  all: async (_input, { tx }) => ({
    customCaseInputs: await listOf(tx, 'customCaseInputs'),
    visitTags: await listOf(tx, 'visitTags'),
    payerReportingTypes: await listOf(tx, 'payerReportingTypes'),
  }),

  activeCustomCaseInputs: async (_input, { tx }) => ({
    activeCustomCaseInputs: await activeOf(tx, 'customCaseInputs'),
  }),

  async saveCustomCaseInput({ id, Label, Inactive }, { tx }) {
    await assertFreeName(tx, 'customCaseInputs', { id, name: Label, field: 'Label' });
    return storeRow(tx, 'customCaseInputs', { CustomCaseInputId: id, Label, Inactive });
  },

  visitTags: async (_input, { tx }) => ({ tags: await activeOf(tx, 'visitTags') }),

  async saveVisitTag({ id, Name, Inactive }, { tx }) {
    await assertFreeName(tx, 'visitTags', { id, name: Name, field: 'Name' });
    return storeRow(tx, 'visitTags', { TagId: id, Name, Inactive });
  },

  async addPayerReportingType({ Description }, { tx, newId }) {
    await assertFreeName(tx, 'payerReportingTypes', { id: null, name: Description, field: 'Description' });
    return storeRow(tx, 'payerReportingTypes', { PayerReportingTypeId: newId(), Description });
  },

  async renamePayerReportingType({ id, Description }, { tx }) {
    if (!(await isKnown(tx, 'payerReportingTypes', id))) fail('not-found', 'There is no such payer reporting type.');
    await assertFreeName(tx, 'payerReportingTypes', { id, name: Description, field: 'Description' });
    return storeRow(tx, 'payerReportingTypes', { PayerReportingTypeId: id, Description });
  },
};

async function assertFreeName(
  tx: Tx,
  list: ListName,
  { id, name, field }: { id: string | null; name: string; field: string },
): Promise<void> {
  await holdList(tx, list);
  if (!(await isNameTaken(tx, list, { id, name }))) return;
  fail('conflict', `“${name}” is in this list already. Nothing was changed.`, {
    fields: { [field]: 'is in this list already' },
  });
}
