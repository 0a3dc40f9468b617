import { addDays, isRealDate, showDate } from '../base/dates.ts';
import { mostInSeries } from '../visits/series-scope.ts';
import { addMinutes, atTime, weekdayOf, type Span } from './wall-time.ts';

/** A time of the week: 0 is Sunday, `HH:mm`. */
export type WeeklyTime = { weekday: number; time: string };

/** Which visits a series has. Exactly one of a count, a last day or a plan of care says where it ends. */
export type SeriesRule = {
  /** The first day that may have a visit. */
  from: string;
  times: readonly WeeklyTime[];
  Minutes: number;
  count?: number | null | undefined;
  /** The last day that may have a visit. */
  until?: string | null | undefined;
  VisitsPerWeek?: number | null | undefined;
  PlanWeeks?: number | null | undefined;
  /** The wall time it is, where the past is not booked: a time of today that is over gives way to the next one. */
  now?: string | undefined;
};

export type Occurrences = { occurrences: Span[] } | { refusal: string };

/** Each visit of a series, earliest first, or why there is none, in one sentence. Each keeps its wall time. */
export function occurrencesOf(rule: SeriesRule): Occurrences {
  const refusal = timesRefusal(rule) ?? endRefusal(rule);
  if (refusal) return { refusal };
  const week = rule.times
    .map(({ weekday, time }) => ({ time, days: (weekday - weekdayOf(rule.from) + 7) % 7 }))
    .toSorted((a, b) => a.days - b.days || a.time.localeCompare(b.time));
  const count = countOf(rule) ?? mostInSeries + 1;
  const occurrences: Span[] = [];
  for (let at = 0; occurrences.length < count; at += 1) {
    const { days, time } = week[at % week.length] ?? { days: 0, time: '' };
    const day = addDays(rule.from, days + 7 * Math.floor(at / week.length));
    if (isGiven(rule.until) && day > rule.until) break;
    if (!isRealDate(day)) return { refusal: 'Choose an earlier first day.' };
    const Start = atTime(day, time);
    if (rule.now === undefined || Start >= rule.now) occurrences.push({ Start, End: addMinutes(Start, rule.Minutes) });
  }
  return checked(occurrences, rule);
}

function checked(occurrences: Span[], rule: SeriesRule): Occurrences {
  if (occurrences.length > mostInSeries) {
    return { refusal: `A series can have at most ${mostInSeries} visits. Choose an earlier last day.` };
  }
  if (occurrences.length === 0) {
    return { refusal: `None of the chosen days is between ${showDate(rule.from)} and ${showDate(rule.until)}.` };
  }
  if (occurrences.some(({ End }) => !isRealDate(End.slice(0, 10)))) return { refusal: 'Choose an earlier first day.' };
  return { occurrences };
}

function timesRefusal({ from, times, Minutes }: SeriesRule): string | null {
  if (!isRealDate(from)) return 'Choose the first day.';
  if (times.length === 0) return 'Choose at least one day of the week.';
  if (times.some((one) => !isWeeklyTime(one))) return 'Give each day a time.';
  if (new Set(times.map((one) => `${one.weekday} ${one.time}`)).size < times.length) {
    return 'The same day and time is listed twice.';
  }
  return Number.isInteger(Minutes) && Minutes >= 5 && Minutes <= 480 ? null : 'A visit takes 5 to 480 minutes.';
}

function isWeeklyTime({ weekday, time }: WeeklyTime): boolean {
  return Number.isInteger(weekday) && weekday >= 0 && weekday <= 6 && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}

function endRefusal(rule: SeriesRule): string | null {
  const { count, until, VisitsPerWeek, PlanWeeks, from, times } = rule;
  const hasPlan = isGiven(VisitsPerWeek) && isGiven(PlanWeeks);
  const ends = [isGiven(count), isGiven(until), hasPlan].filter(Boolean).length;
  if (ends === 0) return 'Enter the number of visits or the last day.';
  if (ends > 1) return 'Enter either the number of visits or the last day, not both.';
  if (isGiven(until)) {
    if (!isRealDate(until)) return 'Choose the last day.';
    return until < from ? 'The last day is before the first.' : null;
  }
  if (hasPlan && times.length !== VisitsPerWeek) {
    return `The plan of care says ${VisitsPerWeek} a week. Choose ${VisitsPerWeek === 1 ? 'one time' : `${VisitsPerWeek} times`}.`;
  }
  const visits = countOf(rule);
  if (visits === null || !Number.isInteger(visits) || visits < 1) return 'A series needs at least one visit.';
  if (visits <= mostInSeries) return null;
  return `A series can have at most ${mostInSeries} visits. This one has ${visits}.`;
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** How many there will be; null when the last day decides. */
function countOf({ count, VisitsPerWeek, PlanWeeks }: SeriesRule): number | null {
  if (isGiven(count)) return count;
  return isGiven(VisitsPerWeek) && isGiven(PlanWeeks) ? VisitsPerWeek * PlanWeeks : null;
}
