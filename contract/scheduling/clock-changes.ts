import { showDate, showTime, wallTimeIn } from '../base/dates.ts';
import type { ScheduleBlock } from '../providers/schedule-blocks.ts';
import { atTime } from './wall-time.ts';

const hourMs = 3_600_000;
/** Clocks are changed in the night. */
const lastChange = '04:00';

/** Whether a wall time never comes in a zone, because the clocks go forward over it. */
export function isSkipped(wallTime: string, timeZone: string): boolean {
  return aheadBy(wallTime, timeZone)?.length === 0;
}

/** Whether a wall time comes twice in a zone, because the clocks go back over it. */
export function isDoubled(wallTime: string, timeZone: string): boolean {
  return aheadBy(wallTime, timeZone)?.length === 2;
}

/** Why a time cannot be written, or null: nobody can be there at a time that never comes. */
export function skippedWords(times: readonly string[], timeZone: string): string | null {
  const time = times.find((one) => isSkipped(one, timeZone));
  return time ? clocksGo('forward', time, `there is no ${showTime(time)} that night`) : null;
}

/**
 * What is told of a time that comes twice, or null. The first of the two is meant everywhere, as `momentOf` takes it and
 * as calendars do (RFC 5545, 3.3.5): it is not asked, because few work then and a time has no place for the answer.
 */
export function doubledWords(times: readonly string[], timeZone: string): string | null {
  const time = times.find((one) => isDoubled(one, timeZone));
  return time ? clocksGo('back', time, `${showTime(time)} comes twice that night, and the first one is meant`) : null;
}

type HoursOfDay = { day: string; blocks: readonly ScheduleBlock[] };
type Zoned = { FacilityId: string; TimeZone: string };

/** Why hours of these days cannot be written, or null: they begin or end at a time that never comes at their facility. */
export function skippedHours(days: readonly HoursOfDay[], facilities: readonly Zoned[]): string | null {
  return firstOfHours(days, facilities, skippedWords);
}

/** What is told of hours that begin or end at a time that comes twice, or null. */
export function doubledHours(days: readonly HoursOfDay[], facilities: readonly Zoned[]): string | null {
  return firstOfHours(days, facilities, doubledWords);
}

function firstOfHours(
  days: readonly HoursOfDay[],
  facilities: readonly Zoned[],
  wordsOf: typeof skippedWords,
): string | null {
  for (const { day, blocks } of days)
    for (const { FacilityId, start, end } of blocks) {
      const zone = facilities.find((one) => one.FacilityId === FacilityId)?.TimeZone;
      const words = zone === undefined ? null : wordsOf([atTime(day, start), atTime(day, end)], zone);
      if (words !== null) return words;
    }
  return null;
}

function clocksGo(way: string, time: string, what: string): string {
  return `The clocks go ${way} on ${showDate(time)}: ${what}.`;
}

/** By what the zone is ahead at that wall time, in ms: once on nearly all days; null where no clock is changed at that hour. */
function aheadBy(wallTime: string, timeZone: string): number[] | null {
  if (wallTime.slice(11) >= lastChange) return null;
  const asUtc = Date.parse(`${wallTime}Z`);
  if (!Number.isFinite(asUtc)) return null;
  // Well before and well after: one of the two holds at that time, if it comes at all, and both if it comes twice.
  const around = [-24, 24].map((hours) => {
    const moment = asUtc + hours * hourMs;
    return Date.parse(`${wallTimeIn(timeZone, new Date(moment))}Z`) - moment;
  });
  return [...new Set(around)].filter((ahead) => wallTimeIn(timeZone, new Date(asUtc - ahead)) === wallTime);
}
