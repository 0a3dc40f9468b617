import { expect, test } from 'vitest';
import type { VisitStage } from './stage.ts';
import { waitMark, waitWords } from './wait-mark.ts';

const at = (time: string) => `2026-11-18T${time}`;

test.each<[string, VisitStage, string | null, string, string | null]>([
  ['before its time', 'confirmed', null, at('13:50'), null],
  ['within the grace', 'confirmed', null, at('14:04'), null],
  ['late', 'scheduled', null, at('14:05'), 'Late 5 min'],
  ['late until the visit is over', 'confirmed', null, at('14:44'), 'Late 44 min'],
  ['no longer late at its end', 'confirmed', null, at('14:45'), 'Overdue'],
  ['not late at 9 PM', 'scheduled', null, at('21:00'), 'Overdue'],
  ['not late since yesterday', 'scheduled', null, '2026-11-19T08:00', 'Overdue'],
  ['not early since tomorrow', 'scheduled', null, '2026-11-17T21:00', null],
  ['early and waiting', 'checkedIn', at('13:40'), at('13:52'), '12 min wait'],
  ['just checked in', 'checkedIn', at('13:40'), at('13:40'), '0 min wait'],
  ['waiting beyond an hour', 'checkedIn', at('13:20'), at('14:25'), '1 h 5 min wait'],
  ['checked in late', 'checkedIn', at('14:40'), at('15:20'), '40 min wait'],
  ['nobody waits when it could be over', 'checkedIn', at('13:40'), at('14:45'), 'Overdue'],
  ['nobody waits when a late one could be over', 'checkedIn', at('14:40'), at('15:25'), 'Overdue'],
  ['nobody waits since yesterday', 'checkedIn', at('13:40'), '2026-11-19T08:00', 'Overdue'],
  ['the check-in is not on this device', 'checkedIn', null, at('14:10'), null],
  ['the clock of this device is behind', 'checkedIn', at('14:10'), at('14:08'), null],
  ['being treated', 'inProgress', at('13:40'), at('14:30'), null],
  ['canceled', 'cancelled', null, at('14:30'), null],
])('%s', (_name, stage, arrivedAt, now, words) => {
  const mark = waitMark({ stage, Start: at('14:00'), End: at('14:45') }, arrivedAt, now);
  expect(mark && waitWords(mark)).toBe(words);
});

test.each([
  ['at the hour after coming early', at('13:30'), at('14:00'), false],
  ['15 minutes after the hour', at('13:30'), at('14:15'), true],
  ['15 minutes after coming late', at('14:20'), at('14:35'), true],
  ['14 minutes after coming late', at('14:20'), at('14:34'), false],
])('a wait is long only from when the visit could have started: %s', (_name, arrivedAt, now, isLong) => {
  const visit = { stage: 'checkedIn' as const, Start: at('14:00'), End: at('14:45') };
  expect(waitMark(visit, arrivedAt, now)).toMatchObject({ kind: 'waiting', isLong });
});
