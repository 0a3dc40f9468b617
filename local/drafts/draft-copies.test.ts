import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDevice } from '../store/device.ts';
import { keepCopy, takeCopies, takeCopy } from './draft-copies.ts';
import { copyPath, dropDraft, readDraft, saveDraft } from './drafts.ts';
import { eraseHere } from '../keys/erase.ts';
import { newDataKey, testDevice } from '../testing/device.ts';
import { newId } from '../store/new-id.ts';

afterEach(() => lockDevice());
const key = 'note:1';

test('a copy that is later than its draft takes its place; an earlier one does not', async () => {
  await testDevice();
  await saveDraft(key, 'Twice');
  await keepCopy(key, 'Twice a week');
  await takeCopy(key);
  expect(await readDraft(key)).toBe('Twice a week');
  await saveDraft(key, 'Twice a week, then once');
  await takeCopy(key);
  expect(await readDraft(key)).toBe('Twice a week, then once');
});

test('what only the copy holds is there after a start, but not while another tab has it open', async () => {
  const UserId = newId();
  const dataKey = await newDataKey();
  const device = await testDevice({ UserId, dataKey });
  await keepCopy(key, 'Twice a week');
  lockDevice();
  const again = await testDevice({ UserId, dataKey, files: device.files });
  await takeCopies(again, async (one) => one === key);
  expect(await readDraft(key)).toBeUndefined();
  const opened = [false, true];
  await takeCopies(again, async () => opened.shift() ?? true);
  expect(again.files.kept.size).toBe(1);
  await takeCopies(again, async () => false);
  expect(await readDraft(key)).toBe('Twice a week');
  expect(again.files.kept.size).toBe(0);
});

test('a draft that is dropped does not come back by its copy', async () => {
  await testDevice();
  await saveDraft(key, 'Twice');
  await keepCopy(key, 'Twice a week');
  await dropDraft(key);
  await takeCopy(key);
  expect(await readDraft(key)).toBeUndefined();
});

test('a copy that was cut short, or lies over a longer one, is told apart', async () => {
  const device = await testDevice();
  await keepCopy(key, 'Twice a week');
  const path = copyPath(device, key);
  const whole = device.files.kept.get(path) ?? '';
  device.files.kept.set(path, whole.slice(0, -9));
  await takeCopy(key);
  expect(await readDraft(key)).toBeUndefined();
  device.files.kept.set(path, `${whole}","c":"the end of a longer one"}`);
  await takeCopy(key);
  expect(await readDraft(key)).toBe('Twice a week');
});

test('nothing of what was typed can be read in a copy, and an erased device has none', async () => {
  const device = await testDevice();
  await keepCopy(key, 'Flexion 95 degrees');
  expect([...device.files.kept.values()].join('')).not.toContain('Flexion');
  const { site, UserId, DeviceId } = device;
  lockDevice();
  await eraseHere(
    { site, UserId, DeviceId, by: 'Ana Reyes', at: '2026-11-22', ticket: newId() } as never,
    device.files,
  );
  expect(device.files.kept.size).toBe(0);
});

test('the turn of a copy is taken when it is asked for, not when it is sealed', async () => {
  await testDevice();
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const first = Promise.withResolvers<void>();
  const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...of) => {
    await first.promise;
    return encrypt(...of);
  });
  const copied = keepCopy(key, 'Twice');
  await saveDraft(key, 'Twice a week');
  first.resolve();
  await copied;
  slow.mockRestore();
  await takeCopy(key);
  expect(await readDraft(key)).toBe('Twice a week');
});
