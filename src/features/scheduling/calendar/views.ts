import { addDays, isRealDate, showDate } from '#contract/base/dates.ts';
import { daysOfWeek, weekStartOf } from '#contract/scheduling/week-start.ts';

export const views = ['day', 'week', 'month'] as const;
export type View = (typeof views)[number];
export const viewNames: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month' };

/** What the address of the screen says; nothing of a patient stands in it. */
export type Shown = { view: View; date: string };

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What of an address makes no sense is today's day. */
export function shownFrom(params: URLSearchParams, today: string): Shown {
  const view = views.find((each) => each === params.get('view')) ?? 'day';
  const date = params.get('date') ?? '';
  return { view, date: isRealDate(date) ? date : today };
}

/** A month is drawn in whole weeks. */
export function daysShown({ view, date }: Shown): string[] {
  if (view === 'day') return [date];
  if (view === 'week') return daysOfWeek(date);
  const first = weekStartOf(`${date.slice(0, 7)}-01`);
  const last = addDays(weekStartOf(addDays(monthAfter(date, 1), -1)), 6);
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The day, week or month before or after; a month later is its first day. */
export function stepped({ view, date }: Shown, by: 1 | -1): string {
  if (view === 'month') return monthAfter(date, by);
  return addDays(date, view === 'week' ? 7 * by : by);
}

/** The first day of the month that many months later. */
function monthAfter(date: string, by: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
}

/** `Today, Wednesday 11/18/2026`, `11/15/2026 – 11/21/2026`, `November 2026` */
export function shownWords({ view, date }: Shown, today: string): string {
  if (view === 'day') return `${date === today ? 'Today, ' : ''}${weekdayOf(date)} ${showDate(date)}`;
  if (view === 'month') return `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
  const days = daysOfWeek(date);
  return `${showDate(days[0])} – ${showDate(days[6])}`;
}

/** The same where room is short: `Today, Wed 11/18`, `11/15 – 11/21`, `Nov 2026` */
export function shortWords({ view, date }: Shown, today: string): string {
  if (view === 'day') return `${date === today ? 'Today, ' : ''}${shortDay(date)}`;
  if (view === 'month') return `${monthOf(date).slice(0, 3)} ${date.slice(0, 4)}`;
  const days = daysOfWeek(date);
  return `${showDate(days[0]).slice(0, 5)} – ${showDate(days[6]).slice(0, 5)}`;
}

/** `Mon 11/23` */
export function shortDay(day: string): string {
  return `${weekdayOf(day).slice(0, 3)} ${showDate(day).slice(0, 5)}`;
}

export function weekdayOf(day: string): string {
  return weekdays[new Date(`${day}T00:00Z`).getUTCDay()] ?? '';
}

export function monthOf(day: string): string {
  return months[Number(day.slice(5, 7)) - 1] ?? '';
}

/** What is told of a view that comes: `11/22/2026 – 11/28/2026, 42 visits`. */
export function viewTold(shown: Shown, today: string, visits: number): string {
  return `${shownWords(shown, today)}, ${visits === 1 ? '1 visit' : `${visits} visits`}`;
}
