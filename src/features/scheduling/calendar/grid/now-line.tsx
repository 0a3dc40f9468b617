import { useSyncExternalStore } from 'react';
import { wallTimeIn } from '#contract/base/dates.ts';
import { topOf, type Geometry } from './geometry.ts';
import { minuteOf } from './words.ts';
import classes from './grid.module.css';

/** spec 9 */
const refresh = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, refresh);
  return () => clearInterval(timer);
}

/** Where the day has come to, by the clinic's clock. */
export function NowLine({ timeZone, geometry }: { timeZone: string; geometry: Geometry }) {
  const now = minuteOf(useSyncExternalStore(subscribe, () => wallTimeIn(timeZone, new Date())));
  if (now < geometry.from || now > geometry.to) return null;
  return <div className={classes.now} style={{ top: topOf(geometry, now) }} data-now aria-hidden />;
}
