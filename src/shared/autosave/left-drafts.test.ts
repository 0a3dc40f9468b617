import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { holdAlone } from '#local/drafts/draft-locks.ts';
import { readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrites } from '#local/outbox/outbox.ts';
import { testDevice } from '#local/testing/device.ts';
import { createAutosave, type Autosave } from './autosave.ts';
import { reopen } from './reopen.ts';

type Fields = { Plan: string; Objective: string };
const empty: Fields = { Plan: '', Objective: '' };
type Call = { changes: Partial<Fields>; base: Partial<Fields> };

let record = '';
let key = '';
let calls: Call[] = [];
beforeEach(async () => {
  record = newId();
  key = `note:${record}`;
  calls = [];
  await testDevice();
});
afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

/** A tab with the form open, which shows this. */
async function tab(shown: Fields): Promise<Autosave<Fields>> {
  const made = createAutosave<Fields>({
    draftKey: key,
    record,
    save: async (changes, base, draft) => {
      const input = { id: record, VisitId: record, changes };
      await queueWrites([{ name: 'documentation.save', input: input as never, base }], draft);
      calls.push({ changes, base });
    },
  });
  made.seen(shown);
  await made.restore();
  return made;
}

/** Both have the form open; one tab types and dies, and the person goes on in the other. */
async function typedInADeadTab(left: Partial<Fields>): Promise<Autosave<Fields>> {
  const release = await holdAlone(key);
  const beside = await tab(empty);
  const draft = Object.entries(left).map(([field, value]) => [field, { value, base: '' }] as const);
  await saveDraft(key, Object.fromEntries(draft));
  await release?.();
  return beside;
}

async function save(in_: Autosave<Fields>, field: keyof Fields, text: string, over = ''): Promise<void> {
  in_.change(field, text, over);
  await in_.flush();
  in_.close();
}

test('what a dead tab left does not take the place of what was saved in another tab since', async () => {
  await save(await typedInADeadTab({ Plan: 'Typed first' }), 'Plan', 'Saved since');
  const after = await tab({ ...empty, Plan: 'Saved since' });
  await after.flush();
  expect(after.snapshot().Plan?.value ?? 'Saved since').toBe('Saved since');
  expect(calls).toEqual([{ changes: { Plan: 'Saved since' }, base: { Plan: '' } }]);
  expect(await readDraft(key)).toEqual({ Plan: { value: 'Typed first', base: '' } });
  after.close();
});

test('asked for, it comes as an edit of what was saved since', async () => {
  await save(await typedInADeadTab({ Plan: 'Typed first' }), 'Plan', 'Saved since');
  reopen(key);
  const after = await tab({ ...empty, Plan: 'Saved since' });
  expect(after.snapshot().Plan?.value).toBe('Typed first');
  await after.flush();
  expect(calls.at(-1)).toEqual({ changes: { Plan: 'Typed first' }, base: { Plan: 'Saved since' } });
  after.close();
});

test('what a dead tab left in a field no one saved since comes back by itself', async () => {
  await save(await typedInADeadTab({ Objective: 'Typed first' }), 'Plan', 'Saved since');
  const after = await tab({ ...empty, Plan: 'Saved since' });
  expect(after.snapshot().Objective?.value).toBe('Typed first');
  after.close();
});

test('a left draft that was saved since brings nothing back and goes', async () => {
  await save(await typedInADeadTab({ Plan: 'The same' }), 'Plan', 'The same');
  const after = await tab({ ...empty, Plan: 'The same' });
  await after.flush();
  expect(calls).toHaveLength(1);
  await vi.waitFor(async () => expect(await readDraft(key)).toBeUndefined());
  after.close();
});

test('asked for, it keeps its base where someone else wrote before the save', async () => {
  await save(await typedInADeadTab({ Plan: 'Typed first' }), 'Plan', 'Saved since', 'Theirs');
  reopen(key);
  const after = await tab({ ...empty, Plan: 'Saved since' });
  await after.flush();
  expect(calls.at(-1)).toEqual({ changes: { Plan: 'Typed first' }, base: { Plan: '' } });
  after.close();
});

test('it is shown when it is asked for over what was saved on this screen', async () => {
  const beside = await typedInADeadTab({ Plan: 'Typed first' });
  beside.change('Plan', 'Saved since', '');
  await beside.flush();
  reopen(key);
  await beside.restore();
  expect(beside.snapshot().Plan?.value).toBe('Typed first');
  beside.close();
});
