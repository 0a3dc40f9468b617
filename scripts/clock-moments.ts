import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { momentOf } from '#contract/messages/clock.ts';

/** Of the demo clinic. */
export const clinicZone = 'America/New_York';

/** An ordinary weekday that no rule of the calendar touches, and those that one does. */
type Day =
  | 'Wednesday'
  | 'Saturday'
  | '02-28'
  | '02-28 of a leap year'
  | '12-31'
  | 'clocks go forward'
  | 'clocks go back';
export type Moment = { name: string; day: Day; time: string; machineZone: string; why: string };

/** When the tests have to pass: the clinic's wall time, and the zone that the machine believes to be in. */
export const moments: readonly Moment[] = [
  {
    name: 'after midnight',
    day: 'Wednesday',
    time: '00:05',
    machineZone: 'America/Los_Angeles',
    why: 'The machine, the West, is still at yesterday; UTC is at today.',
  },
  {
    name: 'before opening',
    day: 'Wednesday',
    time: '08:59',
    machineZone: 'UTC',
    why: 'The last minute before the hours of the clinic begin.',
  },
  { name: 'noon', day: 'Wednesday', time: '12:00', machineZone: 'Asia/Kolkata', why: 'By day: the hour of most runs.' },
  {
    name: 'quiet hours',
    day: 'Wednesday',
    time: '21:05',
    machineZone: 'America/New_York',
    why: 'Nothing is sent to patients any more, and UTC is at tomorrow.',
  },
  {
    name: 'before midnight',
    day: 'Wednesday',
    time: '23:55',
    machineZone: 'Asia/Kolkata',
    why: 'The day of the clinic ends within the run, on a machine that is far ahead.',
  },
  { name: 'Saturday', day: 'Saturday', time: '12:00', machineZone: 'UTC', why: 'The clinic is closed.' },
  {
    name: 'end of February',
    day: '02-28',
    time: '23:55',
    machineZone: 'America/Los_Angeles',
    why: 'A month later, a month earlier: there is no such day.',
  },
  {
    name: 'end of February in a leap year',
    day: '02-28 of a leap year',
    time: '21:05',
    machineZone: 'UTC',
    why: 'Tomorrow is the 29th, and at UTC it is so already.',
  },
  { name: 'end of the year', day: '12-31', time: '23:55', machineZone: 'UTC', why: 'The year ends within the run.' },
  {
    name: 'clocks go forward',
    day: 'clocks go forward',
    time: '01:57',
    machineZone: 'America/New_York',
    why: 'A day of 23 hours; the hour from two to three is left out within the run.',
  },
  {
    name: 'clocks go back',
    day: 'clocks go back',
    time: '01:30',
    machineZone: 'America/New_York',
    why: 'A day of 25 hours, in the hour that comes twice.',
  },
];

const mostDays = 4 * 366 + 1;

/** The next such day from tomorrow on: a clock is set ahead only, as tests need not pass in the past. */
function nextDay(day: Day, now: Date): string {
  const today = wallTimeIn(clinicZone, now).slice(0, 10);
  for (let ahead = 1; ahead <= mostDays; ahead += 1) {
    const found = addDays(today, ahead);
    if (isDay(day, found)) return found;
  }
  throw new Error(`There is no day '${day}' in the next four years.`);
}

function isDay(day: Day, date: string): boolean {
  const weekday = new Date(`${date}T00:00Z`).getUTCDay();
  // In the United States always a Sunday.
  if (day === 'clocks go forward') return weekday === 0 && hoursOf(date) === 23;
  if (day === 'clocks go back') return weekday === 0 && hoursOf(date) === 25;
  if (day === '02-28 of a leap year') return date.endsWith('02-28') && addDays(date, 1).endsWith('02-29');
  if (day === 'Saturday') return weekday === 6;
  if (day === 'Wednesday') return weekday === 3;
  return date.endsWith(day);
}

function hoursOf(date: string): number {
  const [from = 0, to = 0] = [date, addDays(date, 1)].map((day) => momentOf(`${day}T00:00`, clinicZone).getTime());
  return (to - from) / 3_600_000;
}

/** The clinic's wall time at a moment, such as 2027-02-28T23:55. */
export function wallAt({ day, time }: Moment, now: Date): string {
  return `${nextDay(day, now)}T${time}`;
}

/** Seconds by which the machine's clock has to be set ahead for it to be that moment. */
export function secondsAhead(moment: Moment, now: Date): number {
  return Math.round((momentOf(wallAt(moment, now), clinicZone).getTime() - now.getTime()) / 1000);
}
