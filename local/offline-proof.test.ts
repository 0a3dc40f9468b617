import { expect, test } from 'vitest';
import { proofState, seenNow } from './offline-proof.ts';

const hour = 3_600_000;
const at = (hours: number) => 1_700_000_000_000 + hours * hour;

test.each([
  ['within 72 hours', 0, 0, 71.9, 'holds'],
  ['after 72 hours', 0, 71, 72.1, 'ended'],
  ['proved in the future', 0, 0, -1, 'clockSetBack'],
  ['set back after 70 hours', 0, 70, 1, 'clockSetBack'],
  ['set back after it had ended', 0, 80, 3, 'clockSetBack'],
  ['set back by the minutes that a network may correct, after it had ended', 0, 72.03, 71.98, 'ended'],
  ['corrected by a minute', 0, 10, 10 - 1 / 60, 'holds'],
])('%s', (_, provedAt, seenAt, now, state) => {
  expect(proofState({ provedAt: at(provedAt), seenAt: at(seenAt) }, at(now))).toBe(state);
});

test('a proof stored by an earlier version counts from itself', () => {
  expect([proofState({ provedAt: at(0) }, at(71)), proofState({ provedAt: at(0) }, at(73))]).toEqual([
    'holds',
    'ended',
  ]);
});

test('the latest time seen only ever moves on', () => {
  expect(seenNow({ provedAt: at(0), seenAt: at(5) }, at(4))).toBeUndefined();
  expect(seenNow({ provedAt: at(0), seenAt: at(5) }, at(5.01))).toBeUndefined();
  expect(seenNow({ provedAt: at(0), seenAt: at(5) }, at(6))).toBe(at(6));
});
