import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { patient } from '#contract/testing/rows.ts';
import { memoryFiles, newDataKey } from '../testing/device.ts';

const update = { id: patient.PatientId, changes: { Email: 'ana@demo.test' } };
const form = 'form:patient:1';

/** A page that has just been opened, in which nobody has touched a key: what a save takes is not there yet. */
async function freshPage() {
  vi.resetModules();
  const { openDevice } = await import('../store/device.ts');
  const outbox = await import('./outbox.ts');
  const drafts = await import('../drafts/drafts.ts');
  const dataKey = await newDataKey();
  await openDevice({ site: 'demo', UserId: crypto.randomUUID(), dataKey, files: memoryFiles() });
  return { ...outbox, ...drafts };
}

beforeEach(() => vi.doUnmock('./write-calls.ts'));

test('the first save loads what it takes, and those that come with it keep their order', async () => {
  const { queueWrite, waitingCalls } = await freshPage();
  const emails = ['a@demo.test', 'b@demo.test', 'c@demo.test'];
  await Promise.all(emails.map((Email) => queueWrite('patients.update', { ...update, changes: { Email } })));
  expect((await waitingCalls()).map(({ input }) => (input['changes'] as { Email: string }).Email)).toEqual(emails);
});

test('a save whose encryption takes longer is still before those that were made after it', async () => {
  const { queueWrite, waitingCalls } = await freshPage();
  await queueWrite('patients.update', update);
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  let isFirst = true;
  const spied = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    const isLate = isFirst;
    isFirst = false;
    if (isLate) await new Promise((resolve) => setTimeout(resolve, 60));
    return encrypt(...given);
  });
  const emails = ['a@demo.test', 'b@demo.test'];
  await Promise.all(emails.map((Email) => queueWrite('patients.update', { ...update, changes: { Email } })));
  spied.mockRestore();
  const [, ...calls] = await waitingCalls();
  expect(calls.map(({ input }) => (input['changes'] as { Email: string }).Email)).toEqual(emails);
});

test('where that does not come, nothing is saved, what was typed is kept, and the next try may succeed', async () => {
  let comes = false;
  vi.doMock('./write-calls.ts', async (load) => {
    if (!comes) throw new Error('Failed to fetch dynamically imported module');
    return load();
  });
  const { queueWrite, waitingCalls, saveDraft, readDraft } = await freshPage();
  await saveDraft(form, { Email: 'ana@demo.test' });
  await expect(queueWrite('patients.update', update, {}, form)).rejects.toThrow();
  expect(await readDraft(form)).toEqual({ Email: 'ana@demo.test' });
  expect(await waitingCalls()).toEqual([]);
  comes = true;
  await queueWrite('patients.update', update, {}, form);
  expect(await readDraft(form)).toBeUndefined();
  expect(await waitingCalls()).toHaveLength(1);
});
