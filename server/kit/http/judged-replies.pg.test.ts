import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handlers } from '#server/handlers.ts';
import { commandsOn } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
const faults: Record<string, string | number>[] = [];
beforeAll(async () => void (db = await testDatabase()));
beforeEach(() => void faults.splice(0));
afterAll(() => db.close());

/** Answers with something else than the contract says. */
function listing(reply: unknown, judgedReplies: number) {
  const commands = { ...handlers, patients: { ...handlers.patients, list: async () => reply } };
  const call = commandsOn(db, { commands, judgedReplies, report: (fault) => void faults.push(fault) });
  return call('patients.list', { q: 'alv' }, { as: 'front' });
}
const wrong = { patients: [{ FirstName: 'Canary' }], after: null };
const tooMuch = { patients: [], after: null, secret: 'Canary' };

test('a test refuses a reply that is not what its contract says, also one that says more', async () => {
  await expect(listing(wrong, 1)).rejects.toThrow('patients.list answered against its contract at patients.0');
  await expect(listing(tooMuch, 1)).rejects.toThrow('fields it does not have');
  expect(faults).toEqual([]);
});

test('a sampled fault is reported without data, and the reply goes out', async () => {
  // Draws are below 1: nearly every reply is sampled.
  expect(await listing(wrong, 1 - Number.EPSILON)).toEqual(wrong);
  expect(faults).toMatchObject([{ call: 'patients.list', at: expect.stringContaining('patients.0') }]);
  expect(JSON.stringify(faults)).not.toContain('Canary');
});

test('what is not sampled is not judged', async () => {
  expect(await listing(wrong, 0)).toEqual(wrong);
  expect(faults).toEqual([]);
});

test('a reply of other calls is judged always', async () => {
  const commands = { ...handlers, patients: { ...handlers.patients, update: async () => ({ patient: {} }) } };
  const call = commandsOn(db, { commands, judgedReplies: 0 });
  const change = call(
    'patients.update',
    { id: '00000000-0000-4000-8000-000000000001' as never, changes: {} },
    { as: 'front' },
  );
  await expect(change).rejects.toThrow('patients.update answered against its contract');
});
