import { wallTimeIn } from '../base/dates.ts';

const hourMs = 3_600_000;
/** Clocks are changed in the night. */
const lastChange = '04:00';

/** Whether a wall time never comes in a zone, because the clocks go forward over it. */
export function isSkipped(wallTime: string, timeZone: string): boolean {
  if (wallTime.slice(11) >= lastChange) return false;
  const asUtc = Date.parse(`${wallTime}Z`);
  if (!Number.isFinite(asUtc)) return false;
  // What the zone is ahead by, well before and well after: one of the two holds at that time, if it comes at all.
  const aheadBy = [-24, 24].map((hours) => {
    const moment = asUtc + hours * hourMs;
    return Date.parse(`${wallTimeIn(timeZone, new Date(moment))}Z`) - moment;
  });
  return aheadBy.every((ahead) => wallTimeIn(timeZone, new Date(asUtc - ahead)) !== wallTime);
}
