import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys, dropDraft, readDraft } from '#local/drafts/drafts.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { createDraftForm } from './draft-form.ts';

let here: TestDevice;
beforeEach(async () => {
  here = await testDevice();
});
afterEach(() => lockDevice());

test('what is typed is on disk soon, and at once when asked', async () => {
  const kept = createDraftForm<{ LastName: string }>('form:new-patient');
  kept.write({ LastName: 'Br' });
  kept.write({ LastName: 'Brook' });
  expect(await kept.keep()).toBe(true);
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
  expect(await kept.open()).toEqual({ LastName: 'Brook' });
  kept.close();
  expect(await createDraftForm('form:new-patient').open()).toEqual({ LastName: 'Brook' });
});

test('given up while a write is still under way, it does not come back', async () => {
  const kept = createDraftForm('form:new-patient');
  kept.write({ LastName: 'Brook' });
  void kept.keep();
  kept.drop();
  await kept.keep();
  expect(await readDraft('form:new-patient')).toBeUndefined();
  expect(await kept.open()).toBeUndefined();
});

test('says so when the device could not take it, and still has it for the next time', async () => {
  const kept = createDraftForm('form:new-patient');
  const encrypt = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('The disk is full.'));
  kept.write({ LastName: 'Brook' });
  expect(await kept.keep()).toBe(false);
  encrypt.mockRestore();
  expect(await kept.keep()).toBe(true);
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
});

const typedIn = async (values: object) => {
  const kept = createDraftForm<object>('form:new-patient');
  await kept.open();
  kept.write(values);
  expect(await kept.keep()).toBe(true);
  return kept;
};

test('a form given up in one tab leaves alone what is typed in another', async () => {
  const other = createDraftForm('form:new-patient');
  expect(await other.open()).toBeUndefined();
  const kept = await typedIn({ LastName: 'Brook' });
  expect(await other.left()).toBeUndefined();
  other.drop();
  await other.keep();
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
  expect(await kept.keep()).toBe(true);
});

test('typed in two tabs, both are kept and offered one after the other', async () => {
  const first = await typedIn({ LastName: 'Brook' });
  const second = await typedIn({ LastName: 'Rivera' });
  first.close();
  second.close();
  const next = createDraftForm<object>('form:new-patient');
  const found = [await next.open()];
  next.drop();
  next.close();
  found.push(await next.open());
  expect(found).toEqual(expect.arrayContaining([{ LastName: 'Brook' }, { LastName: 'Rivera' }]));
  next.drop();
  await next.keep();
  expect(await draftKeys()).toEqual([]);
});

test('what is gone from the disk under an open form is written again before the device locks', async () => {
  const kept = await typedIn({ LastName: 'Brook' });
  await dropDraft('form:new-patient');
  expect(await kept.keep()).toBe(true);
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
});

test('a form takes over only what fits it; the rest stays for the form it belongs to', async () => {
  (await typedIn({ CaseId: 'of another case' })).close();
  const kept = createDraftForm<{ CaseId: string }>('form:new-patient');
  expect(await kept.open(({ CaseId }) => CaseId === 'mine')).toBeUndefined();
  kept.write({ CaseId: 'mine' });
  expect(await kept.keep()).toBe(true);
  kept.drop();
  await kept.keep();
  expect(await readDraft('form:new-patient')).toEqual({ CaseId: 'of another case' });
});

test('a form that goes from the screen after its device was locked leaves its text for who unlocks it', async () => {
  const kept = await typedIn({ LastName: 'Brook' });
  lockDevice();
  kept.close();
  await testDevice(here);
  const next = createDraftForm<object>('form:new-patient');
  expect(await next.left()).toEqual({ LastName: 'Brook' });
  expect(await next.open()).toEqual({ LastName: 'Brook' });
});

test('asked before the form has told what was typed while it opened, it waits for that', async () => {
  const kept = createDraftForm<object>('form:new-patient');
  await kept.open();
  const isKept = kept.keep();
  await new Promise((resolve) => setTimeout(resolve, 20));
  kept.write({ LastName: 'Brook' });
  expect(await isKept).toBe(true);
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
});

test('submitted twice it is written once, and what is typed meanwhile leaves no draft behind', async () => {
  const kept = await typedIn({ LastName: 'Brook' });
  const writing = Promise.withResolvers<void>();
  const taken: (string | undefined)[] = [];
  const submitted = kept.submit(async (draft) => {
    taken.push(draft.key);
    await dropDraft(draft.key ?? '');
    await writing.promise;
  });
  let again: boolean | undefined;
  void kept.submit(async () => void taken.push('again')).then((isSaved) => (again = isSaved));
  kept.write({ LastName: 'Brookes' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  // Refused while the first is still being written, not behind it.
  expect(again).toBe(false);
  expect(await draftKeys()).toEqual([]);
  expect(kept.isSubmitting()).toBe(true);
  writing.resolve();
  expect(await submitted).toBe(true);
  expect(await kept.keep()).toBe(true);
  expect([taken, await draftKeys(), kept.isSubmitting()]).toEqual([['form:new-patient'], [], false]);
});

test('what could not be submitted is kept, and can be submitted again', async () => {
  const kept = createDraftForm<object>('form:new-patient');
  kept.write({ LastName: 'Brook' });
  await expect(kept.submit(() => Promise.reject(new Error('The disk is full.')))).rejects.toThrow('full');
  await vi.waitFor(async () => expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' }));
  expect(await kept.submit(async ({ key }) => dropDraft(key ?? ''))).toBe(true);
  expect(await draftKeys()).toEqual([]);
});

test('submitted without a change to write, its draft goes when it is closed', async () => {
  const kept = await typedIn({ LastName: 'Brook' });
  expect(await kept.submit(async () => undefined)).toBe(true);
  kept.drop();
  await kept.keep();
  expect(await draftKeys()).toEqual([]);
});
