import { afterEach, expect, test, vi } from 'vitest';
import { addNeeds, isPullDue, needsAtStart, needsOfNewHistory, once } from './needs.ts';

afterEach(() => vi.restoreAllMocks());

test('what is needed while the work for it runs is needed after it', async () => {
  const needs = needsAtStart();
  await once(needs, 'pull', async () => expect(needs.pull).toBe(false))();
  expect(needs.pull).toBe(false);
  await once(needs, 'pull', async () => addNeeds(needs, { pull: true }))();
  expect(needs.pull).toBe(true);
});

test('work that fails is needed again', async () => {
  const needs = needsAtStart();
  const work = once(needs, 'setup', () => Promise.reject(new Error('away')));
  await expect(work()).rejects.toThrow('away');
  expect(needs.setup).toBe(true);
});

test('what is asked for adds to what is needed, and takes nothing back', () => {
  const needs = { ...needsAtStart(), push: true, pull: false };
  addNeeds(needs, { push: false, compare: true });
  expect(needs).toMatchObject({ push: true, pull: false, compare: true });
});

test('of a new history a pull waits for the working set, for three seconds at most', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const needs = needsAtStart();
  needsOfNewHistory(needs);
  expect([needs.push, needs.pull, isPullDue(needs)]).toEqual([true, false, false]);
  now.mockReturnValue(13_001);
  expect(isPullDue(needs)).toBe(true);
  expect(isPullDue({ ...needs, catchUp: false })).toBe(false);
});
