import { describe, expect, test } from 'vitest';
import { CustomDayId } from '../base/ids.ts';
import { stamp, testId } from '../testing/rows.ts';
import { harborview, maya, visitAt } from '../testing/schedule.ts';
import { bookingsOutside } from './outside-hours.ts';
import { customDaysWith, datesOf, withPlanned, type PlannedDay } from './planned-days.ts';
import { workingDay } from './working-day.ts';

const day = '2026-11-18';
const block = (start: string, end: string) => ({ start, end, FacilityId: harborview.FacilityId });
const planned = (at: number, other: Partial<PlannedDay> = {}): PlannedDay => ({
  CustomDayId: CustomDayId.parse(testId(500 + at)),
  ProviderId: maya.ProviderId,
  day,
  blocks: [],
  Note: null,
  isRemoved: false,
  ...other,
});

describe('the days of a change', () => {
  test.each([
    ['one day, whatever weekday it is', '2026-11-22', '2026-11-22', [], ['2026-11-22']],
    [
      'the weekdays chosen',
      '2026-11-23',
      '2026-12-01',
      [1, 2],
      ['2026-11-23', '2026-11-24', '2026-11-30', '2026-12-01'],
    ],
    ['over the end of a year and 29 February', '2027-12-31', '2028-03-01', [2], 9],
  ])('%s', (_name, first, last, weekdays, expected) => {
    const days = datesOf({ first, last, weekdays });
    expect(typeof expected === 'number' ? days.length : days).toEqual(expected);
  });

  test.each([
    ['', day, [1], 'Enter the first day.'],
    [day, '2026-02-30', [1], 'Enter the last day.'],
    [day, '2026-11-17', [1], 'The last day is before the first.'],
    [day, '2026-11-19', [6], 'None of these days is on a weekday you chose.'],
    [day, '2027-11-18', [0, 1, 2, 3, 4, 5, 6], 'You chose 366 days. You can change up to 200 at once.'],
    [day, '2226-11-18', [1], 'Choose days within three years.'],
  ])('%s to %s is refused', (first, last, weekdays, sentence) => {
    expect(datesOf({ first, last, weekdays })).toBe(sentence);
  });
});

describe('what is planned', () => {
  test('replaces what was planned for the same day, in the order of days', () => {
    const queue = withPlanned([planned(1), planned(2, { day: '2026-11-17' })], [planned(3, { Note: 'Course' })]);
    expect(queue.map((one) => [one.day, one.Note])).toEqual([
      ['2026-11-17', null],
      [day, 'Course'],
    ]);
  });

  test('is drawn as if it were saved, and taken back the week holds again', () => {
    const known = { ...planned(1, { blocks: [block('10:00', '12:00')] }), updated_at: stamp as never };
    const hours = (days: PlannedDay[]) =>
      workingDay({ provider: maya, customDays: customDaysWith([known], days), holidays: [], day }).blocks.map(
        ({ start }) => start,
      );
    expect(hours([])).toEqual(['10:00']);
    expect(hours([planned(2)])).toEqual([]);
    expect(hours([planned(2, { isRemoved: true })])).toEqual(['08:00', '13:00']);
  });
});

describe('bookings outside of the hours', () => {
  const hours = { ProviderId: maya.ProviderId, day, blocks: [block('08:00', '10:00'), block('10:00', '12:00')] };
  test.each([
    ['inside', visitAt(`${day}T08:00`), false],
    ['over two blocks that touch', visitAt(`${day}T09:30`), false],
    ['half outside', visitAt(`${day}T11:30`), true],
    ['outside', visitAt(`${day}T15:00`), true],
    ['let go already', visitAt(`${day}T15:00`, { stage: 'cancelled' }), false],
    ['on another day', visitAt('2026-11-19T15:00'), false],
    ['begun before now', visitAt(`${day}T07:00`), false],
  ])('%s', (_name, visit, isOutside) => {
    expect(bookingsOutside([visit], hours, `${day}T07:30`)).toHaveLength(isOutside ? 1 : 0);
  });
});
