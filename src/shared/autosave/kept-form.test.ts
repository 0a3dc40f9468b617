import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/device.ts';
import { readDraft } from '#local/drafts.ts';
import { testDevice } from '#local/testing/device.ts';
import { createKeptForm } from './kept-form.ts';

beforeEach(async () => {
  await testDevice();
});
afterEach(() => lockDevice());

test('what is typed is on disk soon, and at once when asked', async () => {
  const kept = createKeptForm<{ LastName: string }>('form:new-patient');
  kept.write({ LastName: 'Br' });
  kept.write({ LastName: 'Brook' });
  expect(await kept.keep()).toBe(true);
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
  expect(await kept.read()).toEqual({ LastName: 'Brook' });
});

test('given up while a write is still under way, it does not come back', async () => {
  const kept = createKeptForm('form:new-patient');
  kept.write({ LastName: 'Brook' });
  void kept.keep();
  kept.drop();
  await vi.waitFor(async () => expect(await kept.read()).toBeUndefined());
  expect(await readDraft('form:new-patient')).toBeUndefined();
});

test('says so when the device could not take it, and still has it for the next time', async () => {
  const kept = createKeptForm('form:new-patient');
  const encrypt = vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('The disk is full.'));
  kept.write({ LastName: 'Brook' });
  expect(await kept.keep()).toBe(false);
  encrypt.mockRestore();
  expect(await kept.keep()).toBe(true);
  expect(await readDraft('form:new-patient')).toEqual({ LastName: 'Brook' });
});
