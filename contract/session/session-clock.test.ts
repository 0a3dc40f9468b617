import { describe, expect, test } from 'vitest';
import { sessionCountdownMs, sessionWarningMs } from './limits.ts';
import { lookAtSession, sessionLeft, tokenObtained, type SessionClock } from './session-clock.ts';

const minute = 60_000;
const away = { sinceUse: 20 * minute, canRenew: true };
const offline = { sinceUse: 20 * minute, canRenew: false };
const start = tokenObtained(0);
const warned: SessionClock = { ...start, lookedAt: sessionWarningMs, stage: 'warned' };

test('the figures of spec 9', () => {
  expect([sessionWarningMs, sessionCountdownMs]).toEqual([5_340_000, 1_800_000]);
});

describe.each([
  ['a moment before the 89th minute', start, { now: sessionWarningMs - 1, ...away }, 'quiet', 'none'],
  ['at the 89th minute no one is there', start, { now: sessionWarningMs, ...away }, 'warned', 'none'],
  [
    'at the 89th minute someone works',
    start,
    { now: sessionWarningMs, sinceUse: 4 * minute, canRenew: true },
    'quiet',
    'renew',
  ],
  ['at the 89th minute the server is away', start, { now: sessionWarningMs, ...offline }, 'quiet', 'none'],
  [
    'working again does not answer the dialog',
    warned,
    { now: 90 * minute, sinceUse: 0, canRenew: true },
    'warned',
    'none',
  ],
  ['the dialog counts down', warned, { now: 100 * minute, ...away }, 'warned', 'none'],
  [
    'the countdown reaches zero',
    { ...warned, lookedAt: 119 * minute - 1_000 },
    { now: 119 * minute, ...away },
    'warned',
    'leave',
  ],
  ['the page slept past the end', warned, { now: 130 * minute, ...away }, 'uncertain', 'none'],
  ['the page slept past warning and end', start, { now: 130 * minute, ...away }, 'uncertain', 'none'],
  ['the end passes without the server', warned, { now: 130 * minute, ...offline }, 'warned', 'none'],
] as const)('%s', (_, clock, look, stage, step) => {
  test(`${stage}, ${step}`, () => {
    const after = lookAtSession(clock, look);
    expect([after.clock.stage, after.step]).toEqual([stage, step]);
  });
});

test('an uncertain session never leads out by itself', () => {
  let clock: SessionClock = { ...warned, stage: 'uncertain' };
  for (let now = 90 * minute; now < 400 * minute; now += minute) {
    const after = lookAtSession(clock, { now, ...away });
    expect(after.step).toBe('none');
    clock = after.clock;
  }
});

test('without the server the countdown waits and goes on where it was', () => {
  const before = lookAtSession(warned, { now: 95 * minute, ...away }).clock;
  expect(sessionLeft(before)).toBe(24 * minute);
  const held = lookAtSession(before, { now: 200 * minute, ...offline }).clock;
  expect(sessionLeft(held)).toBe(24 * minute);
  expect(sessionLeft(lookAtSession(held, { now: 201 * minute, ...away }).clock)).toBe(23 * minute);
});

test('a day offline asks nothing; back on the network the question comes, with its whole half hour', () => {
  let clock = start;
  for (let now = 0; now <= 600 * minute; now += minute) clock = lookAtSession(clock, { now, ...offline }).clock;
  expect(clock.stage).toBe('quiet');
  const back = lookAtSession(clock, { now: 600 * minute + 1_000, ...away }).clock;
  expect(back.stage).toBe('warned');
  expect(sessionLeft(back)).toBe(sessionCountdownMs - 1_000);
});
