import { describe, expect, test } from 'vitest';
import { harborview, maya, riverside } from '../testing/schedule.ts';
import { stamp } from '../testing/rows.ts';
import { openSpans, workingDay, type ClosedDay, type CustomHours } from './working-day.ts';

const { ProviderId } = maya;
const wednesday = '2026-11-18';
const block = (start: string, end: string, FacilityId = harborview.FacilityId) => ({ start, end, FacilityId });
const custom = (blocks: CustomHours['blocks'], updated_at = stamp): CustomHours => ({
  ProviderId,
  day: wednesday,
  blocks,
  updated_at,
});
const thanksgiving: ClosedDay = { day: wednesday, Name: 'Founders day', FacilityIds: null };
const plain = { provider: maya, customDays: [], holidays: [], day: wednesday };
const hours = (day: ReturnType<typeof workingDay>) => day.blocks.map(({ start, end }) => `${start}-${end}`);

describe('a working day', () => {
  test.each([
    ['a weekday has the hours of the week', plain, ['08:00-12:00', '13:00-17:00'], 'week'],
    ['a Sunday has none', { ...plain, day: '2026-11-22' }, [], 'week'],
    [
      'a custom day replaces them',
      { ...plain, customDays: [custom([block('10:00', '14:00')])] },
      ['10:00-14:00'],
      'custom',
    ],
    ['a custom day without hours is a day off', { ...plain, customDays: [custom([])] }, [], 'custom'],
    [
      'the later of two custom days holds',
      { ...plain, customDays: [custom([], '2026-11-19T08:00:00+00:00'), custom([block('09:00', '10:00')])] },
      [],
      'custom',
    ],
    [
      'a custom day of another day changes nothing',
      { ...plain, day: '2026-11-19', customDays: [custom([])] },
      ['08:00-12:00', '13:00-17:00'],
      'week',
    ],
    ['a holiday closes every facility', { ...plain, holidays: [thanksgiving] }, [], 'holiday'],
    [
      'a holiday also closes on a custom day',
      { ...plain, customDays: [custom([block('10:00', '14:00')])], holidays: [thanksgiving] },
      [],
      'holiday',
    ],
    ['hours elsewhere are not hours here', { ...plain, FacilityId: riverside.FacilityId }, [], 'week'],
  ])('%s', (_, asked, blocks, from) => {
    const day = workingDay(asked);
    expect(hours(day)).toEqual(blocks);
    expect(day.from).toBe(from);
  });

  test('a holiday of one facility leaves the hours at the other', () => {
    const customDays = [custom([block('13:00', '15:00', riverside.FacilityId), block('08:00', '12:00')])];
    const holidays = [{ ...thanksgiving, FacilityIds: [harborview.FacilityId] }];
    const day = workingDay({ ...plain, customDays, holidays });
    expect(hours(day)).toEqual(['13:00-15:00']);
    expect(day.from).toBe('custom');
    expect(day.off).toEqual([
      { Start: '2026-11-18T08:00', End: '2026-11-18T12:00', why: 'Founders day', kind: 'holiday' },
    ]);
  });

  test('time off over several days is told within the day, with its reason', () => {
    const off = { Start: '2026-11-17T12:00', End: '2026-11-18T10:00', Reason: 'Course' };
    const before = { Start: '2026-11-17T08:00', End: '2026-11-18T00:00', Reason: '' };
    const day = workingDay({ ...plain, provider: { ...maya, time_off: [off, before] } });
    expect(day.off).toEqual([{ Start: '2026-11-18T00:00', End: '2026-11-18T10:00', why: 'Course', kind: 'time-off' }]);
    expect(hours(day)).toEqual(['08:00-12:00', '13:00-17:00']);
  });

  test('blocks that touch are one span', () => {
    expect(openSpans(wednesday, [block('12:00', '14:00'), block('08:00', '12:00'), block('15:00', '16:00')])).toEqual([
      { Start: '2026-11-18T08:00', End: '2026-11-18T14:00' },
      { Start: '2026-11-18T15:00', End: '2026-11-18T16:00' },
    ]);
  });
});
