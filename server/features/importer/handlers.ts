import { fail } from '#contract/base/errors.ts';
import { ImportBatchId } from '#contract/base/ids.ts';
import type { importerEndpoints } from '#contract/importer/endpoints.ts';
import type { Handlers } from '#server/kit/context.ts';
import { runImport } from './run-import.ts';
import { lockBatch, readBatches, removeBatch } from './store.ts';

export const importerHandlers: Handlers<typeof importerEndpoints> = {
  async run(input, { tx, caller, newId }) {
    const done = await runImport(tx, input, { UserId: caller.UserId, newId });
    return { ...done, ImportBatchId: done.ImportBatchId === null ? null : ImportBatchId.parse(done.ImportBatchId) };
  },

  batches: async (_input, { tx }) => ({ batches: await readBatches(tx) }),

  async undo({ id }, { tx }) {
    const batch = await lockBatch(tx, id);
    if (!batch) fail('not-found', 'This import was not found.');
    if (batch.undoBlocked) fail('user-visible', `${batch.undoBlocked} Nothing was removed.`);
    return { removed: await removeBatch(tx, id) };
  },
};
