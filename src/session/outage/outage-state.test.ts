import { beforeEach, expect, test } from 'vitest';
import { awaySince, forgetAway } from './offline-since.ts';
import { declareOutage, endOutage } from './change-outage.ts';
import { followOutage, isOutage, none, outage, showOutage, unknown } from './outage-state.ts';

const rosa = { site: 'demo', UserId: '5b1f0e0c-0000-4000-8000-000000000001' };
const sam = { site: 'demo', UserId: '5b1f0e0c-0000-4000-8000-000000000002' };
const rosasPlace = `mainstay:outage:demo:${rosa.UserId}`;

beforeEach(() => {
  localStorage.clear();
  followOutage(rosa);
});

test('an outage is that of a person on this device: another tab or a later start finds it, another person does not', () => {
  declareOutage('noServer', 1_000, 'mark');
  followOutage(sam);
  expect([isOutage(), outage()]).toEqual([false, none]);
  followOutage({ ...rosa, site: 'demo2' });
  expect(isOutage()).toBe(false);
  followOutage(rosa);
  expect(outage()).toEqual({ phase: 'outage', cause: 'noServer', since: 1_000, after: 'mark' });
});

test('what another tab finds out is heard at once', () => {
  const declared = { phase: 'outage', cause: 'setup', since: 5, after: null };
  localStorage.setItem(rosasPlace, JSON.stringify(declared));
  window.dispatchEvent(new StorageEvent('storage', { key: `mainstay:outage:demo:${sam.UserId}` }));
  expect(isOutage()).toBe(false);
  window.dispatchEvent(new StorageEvent('storage', { key: rosasPlace }));
  expect(outage()).toEqual(declared);
  localStorage.removeItem(rosasPlace);
  window.dispatchEvent(new StorageEvent('storage', { key: rosasPlace }));
  expect(outage()).toBe(none);
});

test('the first of two tabs that declare it says since when', () => {
  declareOutage('noServer', 1_000, 'mark');
  showOutage(none);
  declareOutage('noServer', 2_000, 'later');
  expect(outage()).toMatchObject({ since: 1_000, after: 'mark' });
});

test('its end leaves nothing behind, or the list of what was sent', () => {
  declareOutage('noServer', 1_000, null);
  endOutage(1_000, 2_000, true);
  expect([outage().phase, JSON.parse(localStorage.getItem(rosasPlace) ?? '{}')]).toEqual([
    'over',
    { phase: 'over', since: 1_000, endedAt: 2_000 },
  ]);
  endOutage(1_000, 2_000, false);
  expect([isOutage(), localStorage.length]).toEqual([false, 0]);
});

test('what an unreadable place says is no outage', () => {
  localStorage.setItem(rosasPlace, '{');
  followOutage(rosa);
  expect(outage()).toBe(none);
});

test('not to know yet is no outage', () => {
  showOutage(unknown);
  expect(isOutage()).toBe(false);
  declareOutage('noServer', 1_000, null);
  expect(isOutage()).toBe(true);
});

test('the time without a server is counted over all tabs of a person, and not into a time to come', () => {
  localStorage.setItem(`mainstay:away:demo:${rosa.UserId}`, String(Date.now() - 300_000));
  expect(Date.now() - awaySince()).toBeGreaterThanOrEqual(300_000);
  followOutage(sam);
  expect(Date.now() - awaySince()).toBeLessThan(5_000);
  followOutage(rosa);
  forgetAway();
  expect(Date.now() - awaySince()).toBeLessThan(5_000);
  localStorage.setItem(`mainstay:away:demo:${rosa.UserId}`, String(Date.now() + 86_400_000));
  expect(awaySince()).toBeLessThanOrEqual(Date.now());
});
