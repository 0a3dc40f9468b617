/** A change of the offset of a zone. Offsets are minutes east of UTC; `at` is ms since 1970. */
export type Transition = { at: number; from: number; to: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const made =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, made);
  return made;
}

/** Minutes east of UTC. */
export function offsetAt(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round((wall - Math.floor(at / 1000) * 1000) / 60_000);
}

const dayMs = 86_400_000;

/** When the clocks of a zone are changed between two moments, to the minute. */
export function transitionsOf(zone: string, from: number, to: number): Transition[] {
  const found: Transition[] = [];
  let before = offsetAt(zone, from);
  for (let at = from; at < to; at += dayMs) {
    const next = Math.min(at + dayMs, to);
    const after = offsetAt(zone, next);
    if (after !== before) found.push({ at: changeBetween(zone, at, next, before), from: before, to: after });
    before = after;
  }
  return found;
}

/** The first minute that no longer has the offset from before. */
function changeBetween(zone: string, low: number, high: number, before: number): number {
  let [last, first] = [Math.floor(low / 60_000), Math.ceil(high / 60_000)];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(zone, middle * 60_000) === before) last = middle;
    else first = middle;
  }
  return first * 60_000;
}
