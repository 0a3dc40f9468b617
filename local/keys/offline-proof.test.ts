import { describe, expect, test } from 'vitest';
import { proofState, seenNow, setRight } from './offline-proof.ts';

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

describe('a clock that was fast and is set right', () => {
  const fastBy = 24 * hour;
  const fast = (hours: number) => at(hours) + fastBy;
  const proof = { provedAt: fast(0), seenAt: fast(10) };

  test.each([
    ['as the server told', 10, true],
    ['a minute further than the server told', 10 - 1 / 60, true],
    ['with the time that passed meanwhile', 15, true],
    ['further than the server told', 9.9, false],
    ['not at all', 34, false],
  ])('%s', (_, now, isRight) => {
    expect(setRight(proof, at(now), -fastBy) !== undefined).toBe(isRight);
  });

  test('opens as long as before, and not longer', () => {
    const righted = setRight(proof, at(10), -fastBy);
    if (!righted) throw new Error('It was set right.');
    expect([71.9, 72.1].map((hours) => proofState(righted, at(hours)))).toEqual(['holds', 'ended']);
    expect(proofState(righted, at(9))).toBe('clockSetBack');
  });

  test('however often it is moved to and fro, no time comes back', () => {
    let kept: { provedAt: number; seenAt: number } = proof;
    for (let turn = 0; turn < 5; turn += 1) {
      const before = kept.seenAt - kept.provedAt;
      kept = setRight(kept, at(10), -fastBy) ?? kept;
      expect(kept.seenAt - kept.provedAt).toBeGreaterThanOrEqual(before);
      kept = { ...kept, seenAt: fast(10) };
    }
    expect(proofState(kept, fast(10))).toBe('ended');
  });

  test('a clock the server found right or slow was not set right by setting it back', () => {
    expect([0, fastBy].map((offset) => setRight(proof, at(10), offset))).toEqual([undefined, undefined]);
  });
});
