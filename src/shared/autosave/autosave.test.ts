import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device, lockDevice } from '#local/store/device.ts';
import { keepCopy, takeCopy } from '#local/drafts/draft-copies.ts';
import { draftKeys, nextTurn, readDraft } from '#local/drafts/drafts.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrites } from '#local/outbox/outbox.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { createAutosave } from './autosave.ts';
import { reopen } from './reopen.ts';

type Fields = { Plan: string; Objective: string };
const empty: Fields = { Plan: '', Objective: '' };
type Save = (changes: Partial<Fields>, base: Partial<Fields>) => Promise<void>;
const made = (save = vi.fn<Save>(async () => undefined), pauseMs = 3_000) => ({
  save,
  autosave: createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: (changes, base) => save(changes, base),
    pauseMs,
  }),
});

let files: TestDevice['files'];
/** Another in each test: a draft that one leaves hanging would hold up the next. */
let key = '';
beforeEach(async () => {
  key = `note:${newId()}`;
  ({ files } = await testDevice());
});
afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The next removal of a draft takes so long. */
function slowDrop(ms: number) {
  const drop = device().outbox.drafts.delete.bind(device().outbox.drafts);
  return vi
    .spyOn(device().outbox.drafts, 'delete')
    .mockImplementationOnce(((key: string) => wait(ms).then(() => drop(key))) as never);
}

test('a draft is on disk within half a second of typing, long before anything is queued', async () => {
  const { autosave, save } = made();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  autosave.change('Plan', 'Twice a week', '');
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await readDraft(key)).toEqual({ Plan: { value: 'Twice a week', base: '' } }));
  await vi.waitFor(() => expect(autosave.snapshot().Plan?.state).toBe('saved'));
  expect(save).not.toHaveBeenCalled();
  autosave.close();
});

test('a disk that is busy with the draft does not hold up the copies of what is typed meanwhile', async () => {
  const { autosave } = made();
  const disk = Promise.withResolvers<never>();
  const put = vi.spyOn(device().outbox.drafts, 'put').mockReturnValue(disk.promise as never);
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(() => expect(put).toHaveBeenCalled(), 10_000);
  autosave.change('Plan', 'Twice a week', '');
  const copy = async () => {
    await takeCopy(key);
    return readDraft(key);
  };
  await vi.waitFor(() => expect(files.kept.size).toBe(1), 10_000);
  const first = [...files.kept.values()].join('');
  autosave.change('Plan', 'Twice a week, then once', '');
  await vi.waitFor(() => expect([...files.kept.values()].join('')).not.toBe(first), 10_000);
  put.mockRestore();
  await vi.waitFor(
    async () => expect(await copy()).toMatchObject({ Plan: { value: 'Twice a week, then once' } }),
    10_000,
  );
  autosave.close();
});

test('what is typed is copied before its draft is begun', async () => {
  const { autosave } = made();
  await autosave.restore();
  const put = vi.spyOn(device().outbox.drafts, 'put');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  autosave.change('Plan', 'Twice', '');
  vi.advanceTimersByTime(50);
  vi.useRealTimers();
  await vi.waitFor(() => expect(files.kept.size).toBe(1), 10_000);
  expect(put).not.toHaveBeenCalled();
  await autosave.flush();
  autosave.close();
});

test('all that is typed while a copy is being written goes into one copy after it', async () => {
  const { autosave } = made();
  await autosave.restore();
  const slow = Promise.withResolvers<void>();
  const write = vi.spyOn(device().copies, 'write').mockImplementation(() => slow.promise);
  autosave.change('Plan', 'T', '');
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  for (const Plan of ['Tw', 'Twi', 'Twic', 'Twice']) {
    autosave.change('Plan', Plan, '');
    await wait(30);
  }
  slow.resolve();
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2), 10_000);
  await wait(60);
  expect(write).toHaveBeenCalledTimes(2);
  await autosave.flush();
  autosave.close();
});

test.each([
  [500, 150],
  [120, 50],
])('typed and taken back while a former draft is dropped, it does not come back (%i ms, %i ms)', async (drop, back) => {
  const { autosave } = made();
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(() => expect(files.kept.size).toBe(1));
  const slow = slowDrop(drop);
  const flushed = autosave.flush();
  await vi.waitFor(() => expect(slow).toHaveBeenCalled(), { interval: 1 });
  autosave.change('Plan', 'Twice, wrong patient', 'Twice');
  await wait(back);
  autosave.change('Plan', 'Twice', 'Twice');
  await flushed;
  await wait(400);
  await autosave.flush();
  autosave.close();
  await vi.waitFor(async () => expect([await draftKeys(), files.kept.size]).toEqual([[], 0]));
  const next = made(undefined, 50);
  expect(await next.autosave.restore()).toBe(false);
  next.autosave.seen({ ...empty, Plan: 'Twice' });
  await wait(100);
  expect(next.save).not.toHaveBeenCalled();
  next.autosave.close();
});

test('what is typed while a former draft is dropped stays on disk', async () => {
  const { autosave } = made();
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(() => expect(files.kept.size).toBe(1));
  const remove = files.remove.bind(files);
  const late = vi.spyOn(device().files, 'remove').mockImplementationOnce((path) => wait(150).then(() => remove(path)));
  slowDrop(3_000);
  const flushed = autosave.flush();
  await vi.waitFor(() => expect(late).toHaveBeenCalled(), { interval: 1 });
  autosave.change('Plan', 'Twice a week', 'Twice');
  await vi.waitFor(async () => {
    await takeCopy(key);
    expect(await readDraft(key)).toMatchObject({ Plan: { value: 'Twice a week' } });
  }, 2_500);
  await flushed;
  await autosave.flush();
  autosave.close();
});

test('after a close and a reopening copies are written again', async () => {
  const { autosave } = made();
  autosave.change('Plan', 'T', '');
  autosave.close();
  await wait(100);
  await autosave.restore();
  await autosave.flush();
  const put = vi.spyOn(device().outbox.drafts, 'put').mockReturnValue(new Promise(() => undefined) as never);
  autosave.change('Plan', 'Twice', 'T');
  await vi.waitFor(() => expect(files.kept.size).toBe(1));
  // What it still writes must not reach the device of the next test.
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  autosave.close();
});

test('after a pause the change is queued with what was there before, and the draft goes', async () => {
  const { autosave, save } = made(undefined, 20);
  autosave.change('Plan', 'T', '');
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ Plan: 'Twice' }, { Plan: '' }));
  await vi.waitFor(async () => expect(await readDraft(key)).toBeUndefined());
});

test('the next edit starts from what was queued, whether or not it has arrived', async () => {
  const { autosave, save } = made();
  autosave.change('Plan', 'Twice', '');
  await autosave.flush();
  autosave.change('Plan', 'Twice a week', '');
  await autosave.flush();
  expect(save.mock.calls).toEqual([
    [{ Plan: 'Twice' }, { Plan: '' }],
    [{ Plan: 'Twice a week' }, { Plan: 'Twice' }],
  ]);
});

test('what was typed is kept and said to be unsaved when the device cannot take it', async () => {
  const { autosave } = made(vi.fn(async () => Promise.reject(new Error('The disk is full.'))));
  autosave.change('Plan', 'Twice', '');
  await expect(autosave.flush()).rejects.toThrow('The disk is full.');
  expect(autosave.snapshot().Plan).toMatchObject({ value: 'Twice', state: 'failed' });
  expect((await readDraft<Record<string, unknown>>(key)) ?? 'not written yet').toBeTruthy();
  autosave.close();
});

test('before a lock what cannot be queued is kept as a draft, and only then counts as kept', async () => {
  const refused = made(vi.fn(async () => Promise.reject(new Error('This visit was closed meanwhile.'))));
  refused.autosave.change('Plan', 'Twice', '');
  expect(await refused.autosave.keep()).toBe(true);
  expect(await readDraft(key)).toEqual({ Plan: { value: 'Twice', base: '' } });
  refused.autosave.close();

  const encrypt = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('The disk is full.'));
  refused.autosave.change('Plan', 'Twice a week', '');
  expect(await refused.autosave.keep()).toBe(false);
  encrypt.mockRestore();
  refused.autosave.close();
});

test('before a lock everything is queued, however short ago it was typed', async () => {
  const { autosave, save } = made();
  autosave.change('Plan', 'T', '');
  expect(await autosave.keep()).toBe(true);
  expect(save).toHaveBeenCalledWith({ Plan: 'T' }, { Plan: '' });
  expect(await autosave.keep()).toBe(true);
});

test('a draft still being written when everything is queued does not come back later', async () => {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...of: Parameters<typeof encrypt>) => {
    await new Promise((resolve) => setTimeout(resolve, 80));
    return encrypt(...of);
  });
  const { autosave } = made();
  autosave.change('Plan', 'Twi', '');
  await vi.waitFor(() => expect(slow).toHaveBeenCalled(), 1_000);
  autosave.change('Plan', 'Twice', '');
  await autosave.flush();
  await new Promise((resolve) => setTimeout(resolve, 300));
  slow.mockRestore();
  expect(await readDraft(key)).toBeUndefined();
});

test('a draft that was queued before the crash is not queued a second time', async () => {
  const before = made();
  before.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  before.autosave.close();
  const { autosave, save } = made();
  await autosave.restore();
  autosave.seen({ ...empty, Plan: 'Twice' });
  await autosave.flush();
  expect(save).not.toHaveBeenCalled();
  expect(await readDraft(key)).toBeUndefined();
});

test('what a draft brought back is queued after the pause, also if no one types again', async () => {
  const before = made();
  before.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  before.autosave.close();
  const { autosave, save } = made(undefined, 100);
  await autosave.restore();
  autosave.seen(empty);
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ Plan: 'Twice' }, { Plan: '' }));
  autosave.close();
});

test('typing on at once after a reload goes on from what was queued, whichever is read first', async () => {
  const before = made();
  before.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  before.autosave.close();
  const { autosave, save } = made();
  // The note was read before the draft.
  autosave.seen({ ...empty, Plan: 'Twice' });
  await autosave.restore();
  autosave.change('Plan', 'Twice a week', 'Twice');
  await autosave.flush();
  expect(save).toHaveBeenCalledWith({ Plan: 'Twice a week' }, { Plan: 'Twice' });
});

test('what was queued while the page went is not taken for the change of someone else', async () => {
  const before = made();
  before.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  before.autosave.close();
  const { autosave, save } = made();
  autosave.seen(empty);
  await autosave.restore();
  autosave.change('Plan', 'Twice a week', '');
  autosave.seen({ ...empty, Plan: 'Twice' });
  await autosave.flush();
  expect(save).toHaveBeenCalledWith({ Plan: 'Twice a week' }, { Plan: 'Twice' });
});

test('after a crash the draft comes back and is queued like any other edit', async () => {
  const before = made();
  before.autosave.change('Objective', 'Flexion 95 degrees', 'Flexion 90 degrees');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  before.autosave.close();
  const { autosave, save } = made();
  expect(await autosave.restore()).toBe(true);
  expect(autosave.snapshot().Objective?.value).toBe('Flexion 95 degrees');
  await autosave.flush();
  expect(save).toHaveBeenCalledWith({ Objective: 'Flexion 95 degrees' }, { Objective: 'Flexion 90 degrees' });
});

test('leaving before a draft was read does not drop it', async () => {
  const before = made();
  before.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  before.autosave.close();
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  const slow = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...of: Parameters<typeof decrypt>) => {
    await new Promise((resolve) => setTimeout(resolve, 80));
    return decrypt(...of);
  });
  const { autosave } = made();
  const restored = autosave.restore();
  await autosave.flush();
  slow.mockRestore();
  expect(await readDraft(key)).toEqual({ Plan: { value: 'Twice', base: '' } });
  expect(await restored).toBe(true);
  autosave.close();
});

test("someone else's change is shown once ours has arrived, and never while we type", async () => {
  const { autosave } = made();
  autosave.change('Plan', 'Mine', '');
  autosave.seen({ ...empty, Plan: 'Theirs' });
  expect(autosave.snapshot().Plan?.value).toBe('Mine');
  await autosave.flush();
  // The overlay needs a moment; the old value must not blink back.
  autosave.seen(empty);
  expect(autosave.snapshot().Plan?.value).toBe('Mine');
  autosave.seen({ ...empty, Plan: 'Mine' });
  autosave.seen({ ...empty, Plan: 'Theirs' });
  expect(autosave.snapshot().Plan).toBeUndefined();
});

test('a tab in which no one types drops nothing that another tab has typed, nor the copy of it', async () => {
  const typing = made(vi.fn(async () => Promise.reject(new Error('The disk is full.'))));
  typing.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  const idle = made();
  expect(await idle.autosave.restore()).toBe(false);
  await idle.autosave.flush();
  idle.autosave.close();
  expect(await readDraft(key)).toEqual({ Plan: { value: 'Twice', base: '' } });
  expect(files.kept.size).toBe(1);
  typing.autosave.close();
});

test('typed in two tabs, both are on disk, and the next one goes on from both', async () => {
  const [first, second] = [made(), made()];
  await first.autosave.restore();
  await second.autosave.restore();
  first.autosave.change('Plan', 'Twice', '');
  second.autosave.change('Objective', 'Flexion 95 degrees', '');
  await vi.waitFor(async () => expect(await draftKeys()).toHaveLength(2), 10_000);
  first.autosave.close();
  second.autosave.close();
  const { autosave, save } = made();
  expect(await autosave.restore()).toBe(true);
  await autosave.flush();
  const all = { Plan: 'Twice', Objective: 'Flexion 95 degrees' };
  expect(save).toHaveBeenCalledWith(all, { Plan: '', Objective: '' });
  await vi.waitFor(async () => expect(await draftKeys()).toEqual([]));
  autosave.close();
});

test('of what two tabs typed in one section the later comes back first, and the other is kept', async () => {
  const [first, second] = [made(), made()];
  await first.autosave.restore();
  await second.autosave.restore();
  first.autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  second.autosave.change('Plan', 'Once', '');
  await vi.waitFor(async () => expect(await draftKeys()).toHaveLength(2), 10_000);
  first.autosave.close();
  second.autosave.close();
  const { autosave, save } = made();
  await autosave.restore();
  await autosave.flush();
  expect(save.mock.calls).toEqual([[{ Plan: 'Once' }, { Plan: '' }]]);
  autosave.close();
  expect(await readDraft(key)).toEqual({ Plan: { value: 'Twice', base: '' } });
  reopen(key);
  const next = made();
  await next.autosave.restore();
  expect(next.autosave.snapshot().Plan?.value).toBe('Twice');
  next.autosave.close();
});

test('an edit has arrived where others have added to it, and gives way to what is shown', async () => {
  const words = (text: string) => text.split(' ').filter(Boolean);
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: async () => undefined,
    isIn: (shown, value, before) =>
      words(value).every((word) => words(shown).includes(word) || words(before).includes(word)),
  });
  autosave.change('Plan', 'one two', 'one');
  await autosave.flush();
  autosave.seen({ ...empty, Plan: 'one' });
  expect(autosave.snapshot().Plan?.value).toBe('one two');
  autosave.change('Plan', 'one two three', 'one two');
  await autosave.flush();
  autosave.seen({ ...empty, Plan: 'one two theirs' });
  expect(autosave.snapshot().Plan?.value).toBe('one two three');
  autosave.seen({ ...empty, Plan: 'one two theirs three' });
  expect(autosave.snapshot().Plan).toBeUndefined();
});

test('what takes back an edit that is queued and not shown yet has not arrived before it is queued', async () => {
  const words = (text: string) => text.split(' ').filter(Boolean);
  // As lists are merged: what I added is there, what I took out is not.
  const isIn = (shown: string, mine: string, before: string) =>
    words(mine).every((word) => words(before).includes(word) || words(shown).includes(word)) &&
    words(before).every((word) => words(mine).includes(word) || !words(shown).includes(word));
  const { save } = made();
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: (changes, base) => save(changes, base),
    isIn,
  });
  autosave.change('Plan', 'one', '');
  await autosave.flush();
  autosave.change('Plan', '', '');
  autosave.seen({ ...empty, Plan: 'one' });
  expect(autosave.snapshot().Plan?.value).toBe('');
  await autosave.flush();
  expect(save).toHaveBeenLastCalledWith({ Plan: '' }, { Plan: 'one' });
  autosave.close();
});

test('what takes back an edit has not arrived where that edit itself is not shown yet', async () => {
  const { autosave, save } = made();
  autosave.change('Plan', 'one', '');
  await autosave.flush();
  autosave.change('Plan', '', '');
  // The device shows what was there before both.
  autosave.seen(empty);
  await autosave.flush();
  expect(save).toHaveBeenLastCalledWith({ Plan: '' }, { Plan: 'one' });
  autosave.close();
});

test('what takes back an edit that is being saved is queued after it, whatever is shown and typed meanwhile', async () => {
  const disk = Promise.withResolvers<undefined>();
  const save = vi.fn<Save>(() => disk.promise);
  const { autosave } = made(save);
  autosave.change('Plan', 'one', '');
  const saved = autosave.flush();
  await vi.waitFor(() => expect(save).toHaveBeenCalled());
  autosave.change('Plan', '', '');
  autosave.seen(empty);
  disk.resolve(undefined);
  await saved;
  autosave.change('Plan', 'two', '');
  autosave.change('Plan', '', '');
  autosave.seen(empty);
  await autosave.flush();
  expect(save).toHaveBeenLastCalledWith({ Plan: '' }, { Plan: 'one' });
  autosave.close();
});

test('a tab that goes on from what was queued elsewhere does not show its own older text', async () => {
  const { autosave } = made();
  autosave.change('Plan', 'Twice', '');
  await autosave.flush();
  // Both calls were made before this tab read the note again.
  autosave.seen({ ...empty, Plan: 'Twice a week' });
  expect(autosave.snapshot().Plan).toBeUndefined();
  autosave.close();
});

test('what a save writes in place of its draft says what was queued', async () => {
  const drafts: unknown[] = [];
  const saving = createAutosave<Fields>({
    draftKey: 'note:2',
    record: '2',
    save: async (_changes, _base, draft) => {
      saving.change('Plan', 'Twice a week', '');
      drafts.push(draft);
    },
  });
  saving.change('Plan', 'Twice', '');
  await saving.flush();
  expect(drafts).toMatchObject([{ key: 'note:2', value: { Plan: { value: 'Twice', base: 'Twice' } } }]);
  await saving.keep();
  expect(drafts).toMatchObject([{}, { value: { Plan: { value: 'Twice a week', base: 'Twice a week' } } }]);
  saving.close();
});

test('what is typed in another field while a save waits for the disk is in what that save writes', async () => {
  const drafts: unknown[] = [];
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: async (_c, _b, draft) => void drafts.push(draft.value),
  });
  await autosave.restore();
  const put = device().outbox.drafts.put.bind(device().outbox.drafts);
  const disk = Promise.withResolvers<void>();
  const slow = vi
    .spyOn(device().outbox.drafts, 'put')
    .mockImplementationOnce(((...of: Parameters<typeof put>) => disk.promise.then(() => put(...of))) as never);
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(() => expect(slow).toHaveBeenCalled());
  const flushed = autosave.flush();
  await wait(30);
  autosave.change('Objective', 'Flexion 95 degrees', '');
  disk.resolve();
  await flushed;
  expect(drafts).toMatchObject([{ Plan: { base: 'Twice' }, Objective: { value: 'Flexion 95 degrees', base: '' } }]);
  autosave.close();
});

test('what is typed while a save waits for the second copies of its calls is in a draft, as an edit of what was saved', async () => {
  const copies = Promise.withResolvers<void>();
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: async (_changes, _base, draft) => {
      await queueWrites([], draft);
      await copies.promise;
    },
  });
  autosave.change('Plan', 'One', '');
  const saved = autosave.flush();
  await vi.waitFor(async () => expect(await readDraft(key)).toMatchObject({ Plan: { value: 'One', base: 'One' } }));
  autosave.change('Plan', 'One, two', '');
  await vi.waitFor(async () =>
    expect(await readDraft(key)).toEqual({ Plan: { value: 'One, two', base: 'One', since: expect.any(Number) } }),
  );
  copies.resolve();
  await saved;
  autosave.close();
});

test('a form that is asked for again while a save is under way still writes its drafts after that', async () => {
  const disk = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: async (_changes, _base, draft) => {
      begun.resolve();
      await disk.promise;
      await queueWrites([], draft);
    },
  });
  await autosave.restore();
  autosave.change('Plan', 'One', '');
  const saved = autosave.flush();
  await begun.promise;
  await autosave.restore();
  autosave.change('Plan', 'One, two', '');
  // Long enough for a draft that would not wait: what the save writes would take its place.
  await wait(400);
  expect((await readDraft(key)) ?? {}).not.toMatchObject({ Plan: { value: 'One, two' } });
  disk.resolve();
  await saved;
  await vi.waitFor(async () =>
    expect(await readDraft(key)).toEqual({ Plan: { value: 'One, two', base: 'One', since: expect.any(Number) } }),
  );
  autosave.close();
});

test('a draft that is begun before a save does not land on what that wrote', async () => {
  const said = Promise.withResolvers<void>();
  const begun = vi.fn<() => void>();
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: async (_changes, _base, draft) => {
      begun();
      await queueWrites([], draft);
      await said.promise;
    },
  });
  await autosave.restore();
  const { drafts } = device().outbox;
  const put = drafts.put.bind(drafts);
  const disk = Promise.withResolvers<void>();
  const landed = vi.fn<() => void>();
  const slow = vi
    .spyOn(drafts, 'put')
    .mockImplementationOnce(((...of: Parameters<typeof put>) =>
      disk.promise.then(() => put(...of)).then(landed)) as never);
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(1), 10_000);
  const flushed = autosave.flush();
  // Out of its turn, the save would have begun by now.
  await wait(50);
  expect(begun).not.toHaveBeenCalled();
  disk.resolve();
  await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(2), 10_000);
  expect(landed).toHaveBeenCalled();
  await vi.waitFor(async () => expect(await readDraft(key)).toMatchObject({ Plan: { base: 'Twice' } }), 10_000);
  said.resolve();
  await flushed;
  autosave.close();
});

test('a draft that is begun during a save waits for it, and knows what that queued', async () => {
  const disk = Promise.withResolvers<void>();
  const begun = vi.fn<() => void>();
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: async (_changes, _base, draft) => {
      begun();
      await disk.promise;
      await queueWrites([], draft);
    },
  });
  await autosave.restore();
  autosave.change('Plan', 'Twice', '');
  const flushed = autosave.flush();
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), 10_000);
  const put = vi.spyOn(device().outbox.drafts, 'put');
  autosave.change('Plan', 'Twice a week', '');
  // Longer than until a draft is written.
  await wait(200);
  expect(put).not.toHaveBeenCalled();
  disk.resolve();
  await flushed;
  await vi.waitFor(async () =>
    expect(await readDraft(key)).toMatchObject({ Plan: { value: 'Twice a week', base: 'Twice' } }),
  );
  autosave.close();
});

test('a tab that died after a save goes on from what it saved, whatever its copy knew of that', async () => {
  const save = { Plan: { value: 'Twice', base: 'Twice', since: nextTurn() } };
  await queueWrites([], { key: key, turn: nextTurn(), value: save });
  // Written while the save was on its way to the disk.
  await keepCopy(key, { Plan: { value: 'Twice a week', base: '' } });
  const after = made();
  expect(await after.autosave.restore()).toBe(true);
  after.autosave.seen({ ...empty, Plan: 'Twice' });
  await after.autosave.flush();
  expect(after.save.mock.calls).toEqual([[{ Plan: 'Twice a week' }, { Plan: 'Twice' }]]);
  after.autosave.close();
});

test('a draft that was saved whole brings nothing back and goes', async () => {
  const save = { Plan: { value: 'Twice', base: 'Twice', since: nextTurn() } };
  await queueWrites([], { key: key, turn: nextTurn(), value: save });
  const { autosave, save: saved } = made(undefined, 20);
  expect(await autosave.restore()).toBe(false);
  await vi.waitFor(async () => expect(await draftKeys()).toEqual([]), 10_000);
  expect(saved).not.toHaveBeenCalled();
  autosave.close();
});

test('a disk that hangs while the device is locked leaves nothing with the person who comes in next', async () => {
  const first = { UserId: device().UserId, dataKey: device().dataKey, files };
  const autosave = createAutosave<Fields>({
    draftKey: key,
    record: key,
    save: (_changes, _base, draft) => queueWrites([], draft),
  });
  await autosave.restore();
  autosave.change('Plan', 'Twice', '');
  await vi.waitFor(async () => expect(await readDraft(key)).toBeDefined(), 10_000);
  const disk = Promise.withResolvers<void>();
  const put = vi.spyOn(device().outbox.drafts, 'put').mockReturnValue(disk.promise as never);
  autosave.change('Plan', 'Twice a week', '');
  await vi.waitFor(() => expect(put).toHaveBeenCalled(), 10_000);
  const written = autosave.flush().catch((error: unknown) => error);
  lockDevice();
  const next = await testDevice();
  disk.resolve();
  autosave.change('Plan', 'Twice a week, then once', '');
  await written;
  expect(await autosave.keep()).toBe(false);
  autosave.close();
  expect([await draftKeys(), next.files.kept.size]).toEqual([[], 0]);
  lockDevice();
  await testDevice(first);
  expect(await readDraft(key)).toMatchObject({ Plan: { base: '' } });
});
