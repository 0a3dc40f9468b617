import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '../store/device.ts';
import { peekLeft, takeFree, takeLeft } from './draft-locks.ts';
import { draftKeys, saveDraft } from './drafts.ts';
import { testDevice } from '../testing/device.ts';

const base = 'form:at:payer/addressBook/payer/1';
type Left = { form: string };

beforeEach(async () => {
  await testDevice();
  await saveDraft(base, { form: 'details' } satisfies Left);
  await saveDraft(`${base}~2`, { form: 'rules' } satisfies Left);
});
afterEach(() => lockDevice());

const of = (form: string) => takeLeft<Left>(base, (left) => left.form === form);

test('two forms that are opened together each find what was typed in them', async () => {
  const found = await Promise.all([of('rules'), of('details'), of('contacts')]);
  expect(found.map((one) => one?.left.form)).toEqual(['rules', 'details', undefined]);
  for (const one of found) await one?.release();
});

test('what another form has before it is not offered again until it lets go', async () => {
  const held = await of('rules');
  expect(await of('rules')).toBeNull();
  await held?.release();
  const again = await of('rules');
  expect(again?.left).toEqual({ form: 'rules' });
  await again?.release();
});

test('what is typed now has a place beside a draft that lies there, and the first place where none does', async () => {
  const beside = await takeFree(base);
  expect(await draftKeys()).toContain(base);
  expect(await draftKeys()).not.toContain(beside.key);
  const other = 'form:at:payer/addressBook/payer/2';
  const first = await takeFree(other);
  expect(first.key).toBe(other);
  const second = await takeFree(other);
  expect(second.key).not.toBe(other);
  for (const one of [beside, first, second]) await one.release();
});

test('a look on a locked device fails once, where it was asked', async () => {
  lockDevice();
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  await expect(peekLeft(base)).rejects.toMatchObject({ kind: 'signed-out' });
  // Node tells of it once all that was begun has been seen to.
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
