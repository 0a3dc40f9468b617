import { expect, test } from 'vitest';
import type { DeviceState } from '#contract/session/device.ts';
import { deviceFacts, lossWords } from './device-words.ts';

const now = new Date(2026, 10, 18, 12, 0);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString();

const laptop = {
  name: 'Chrome on Windows',
  person: 'Rosa Alvarez',
  lastSeenAt: at(18, 9),
  lastSyncAt: at(17, 16),
  waiting: 0,
  parked: 0,
} as DeviceState;

test.each<[Partial<DeviceState>, string[]]>([
  [{}, ['Last seen 9:05 AM', 'Last synced 11/17/2026 4:05 PM', 'Nothing waiting']],
  [{ lastSyncAt: null, waiting: 1 }, ['Last seen 9:05 AM', 'Never synced', '1 change waiting']],
  [{ lastSyncAt: at(18, 8), parked: 1 }, ['Last seen 9:05 AM', 'Last synced 8:05 AM', '1 change waiting']],
  [
    { lastSeenAt: at(17, 9), waiting: 2, parked: 3 },
    ['Last seen 11/17/2026 9:05 AM', 'Last synced 11/17/2026 4:05 PM', '5 changes waiting'],
  ],
])('the facts of a device with %j', (of, facts) => {
  expect(deviceFacts({ ...laptop, ...of }, now)).toEqual(facts);
});

test.each<[Partial<DeviceState>, string]>([
  [{}, 'Nothing was waiting on it when it last synced (11/17/2026 4:05 PM). Newer unsent work on it is lost.'],
  [{ lastSyncAt: null }, 'Nothing was waiting on it. Newer unsent work on it is lost.'],
  [
    { waiting: 1 },
    '1 change waited on it when it last synced (11/17/2026 4:05 PM) and is lost, with any newer unsent work.',
  ],
  [{ lastSyncAt: null, waiting: 2, parked: 3 }, '5 changes waited on it and are lost, with any newer unsent work.'],
])('what is lost with a device with %j', (of, lost) => {
  expect(lossWords({ ...laptop, ...of }, now)).toBe(
    `Chrome on Windows of Rosa Alvarez is signed out now. It erases itself when Mainstay is next open and online there. ${lost} You can’t undo this.`,
  );
});
