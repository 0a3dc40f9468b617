import { addDays, wallTimeIn } from '../base/dates.ts';

/** The moment of a wall time in a zone; of an hour that comes twice the first, of one that is left out the hour after it. */
export function momentOf(wall: string, timeZone: string): Date {
  const asUtc = Date.parse(`${wall}Z`);
  const shift = (at: number) => Date.parse(`${wallTimeIn(timeZone, new Date(at))}Z`) - at;
  // Before any change of the clocks near that time, and at it.
  const early = asUtc - shift(asUtc - 86_400_000);
  if (wallTimeIn(timeZone, new Date(early)) === wall) return new Date(early);
  const late = new Date(asUtc - shift(early));
  return wallTimeIn(timeZone, late) === wall ? late : new Date(early);
}

/** Nobody is written to from then on, and not before then (wall time of the clinic). */
export type Quiet = { from: string; until: string };
export const quietFrom = '21:00';
export const quietUntil = '08:00';
export const dayQuiet: Quiet = { from: quietFrom, until: quietUntil };
/** For surveys, reviews and marketing. */
export const offersQuiet: Quiet = { from: '20:00', until: '09:00' };

/** The moment itself, or the end of the quiet hours it lies in. */
export function outOfQuiet(at: Date, timeZone: string, { from, until }: Quiet = dayQuiet): Date {
  const wall = wallTimeIn(timeZone, at);
  const time = wall.slice(11);
  if (time >= until && time < from) return at;
  const day = time < until ? wall.slice(0, 10) : addDays(wall.slice(0, 10), 1);
  return momentOf(`${day}T${until}`, timeZone);
}
