import { expect, test } from 'vitest';
import type { CustomDay } from './custom-day.ts';
import { daysChangedMeanwhile, seenIn } from './days-meanwhile.ts';
import type { PlannedDay } from './planned-days.ts';

const ProviderId = 'p1' as CustomDay['ProviderId'];
const blocksTo = (end: string) => [{ start: '08:00', end, FacilityId: 'f1' }] as CustomDay['blocks'];
const custom = (end: string, Note: string | null = null) => ({
  ProviderId,
  day: '2026-12-01' as CustomDay['day'],
  blocks: blocksTo(end),
  Note,
});
const planned = (end: string, isRemoved = false) => ({ ...custom(end), isRemoved }) as PlannedDay;

test.each<[why: string, wanted: PlannedDay, seen: string | null, now: string | null, changed: boolean]>([
  ['no one else wrote the week', planned('12:00'), null, null, false],
  ['no one else wrote the day', planned('12:00'), '17:00', '17:00', false],
  ['someone made the week a custom day', planned('12:00'), null, '15:00', true],
  ['someone made it the same', planned('12:00'), null, '12:00', false],
  ['someone wrote other hours', planned('12:00'), '17:00', '15:00', true],
  ['someone took it back', planned('12:00'), '17:00', null, true],
  ['both took it back', planned('17:00', true), '17:00', null, false],
  ['I take back what someone changed', planned('17:00', true), '17:00', '15:00', true],
])('%s', (_why, wanted, seen, now, changed) => {
  const before = seenIn([wanted], seen ? [custom(seen)] : []);
  const found = daysChangedMeanwhile([wanted], before, now ? [custom(now)] : []);
  expect(found).toEqual(changed ? [wanted] : []);
});

test('a note alone is a change, and another provider or day is none', () => {
  const elsewhere = [
    { ...custom('15:00'), day: '2026-12-02' as CustomDay['day'] },
    { ...custom('15:00'), ProviderId: 'p2' as CustomDay['ProviderId'] },
  ];
  const day = planned('12:00');
  const noted = [custom('17:00', 'Late bus')];
  expect(daysChangedMeanwhile([day], seenIn([day], [custom('17:00')]), noted)).toHaveLength(1);
  expect(daysChangedMeanwhile([day], seenIn([day], []), elsewhere)).toEqual([]);
});

test('of a day that the device knew nothing about nothing is told', () => {
  expect(daysChangedMeanwhile([planned('12:00')], [], [custom('17:00')])).toEqual([]);
});
