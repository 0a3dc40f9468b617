import { waitFor } from '@testing-library/react';
import type { Transaction } from 'dexie';
import { expect } from 'vitest';
import type { Device } from '#local/store/device.ts';
import { draftKeys, isDraft } from '#local/drafts/drafts.ts';
import { saveUnsaved } from '#shared/unsaved.ts';

/** What one transaction did: the calls it added, the drafts that went with them or were written anew. */
type Settling = { calls: number; gone: string[]; written: string[] };

/** Each transaction that adds calls from now on, told once it is on disk. */
export function watchCalls({ outbox: { calls, drafts } }: Device): Settling[] {
  const onDisk: Settling[] = [];
  const open = new WeakMap<Transaction, Settling>();
  const within = (transaction: Transaction): Settling => {
    const known = open.get(transaction);
    if (known) return known;
    const one: Settling = { calls: 0, gone: [], written: [] };
    open.set(transaction, one);
    transaction.on('complete', () => {
      if (one.calls > 0) onDisk.push(one);
    });
    return one;
  };
  calls.hook('creating', (_key, _call, transaction) => {
    within(transaction).calls += 1;
  });
  drafts.hook('deleting', (key, _draft, transaction) => {
    within(transaction).gone.push(key);
  });
  drafts.hook('creating', (_key, { key }, transaction) => {
    if (isDraft(key)) within(transaction).written.push(key);
  });
  drafts.hook('updating', (_changes, key, _draft, transaction) => {
    if (isDraft(key)) within(transaction).written.push(key);
  });
  return onDisk;
}

/** The keys of the drafts that are written anew from now on, also of those that go again. */
export function watchDrafts({ outbox: { drafts } }: Device): Set<string> {
  const written = new Set<string>();
  drafts.hook('creating', (_key, { key }) => {
    if (isDraft(key)) written.add(key);
  });
  return written;
}

/**
 * Saves a form that was typed in. Its draft has to be on disk before, and to go in the transaction of its calls: not
 * sooner, not later.
 */
export async function expectSettled(device: Device, save: () => unknown, calls = 1): Promise<void> {
  expect(await saveUnsaved()).toBe(true);
  const typed = await draftKeys();
  expect(typed).toHaveLength(1);
  const settled = watchCalls(device);
  await save();
  await waitFor(() => expect(settled).not.toEqual([]));
  expect(settled).toEqual([{ calls, gone: typed, written: [] }]);
}
