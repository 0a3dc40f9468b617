import type { GridLook, Span } from './grid-types.ts';

/** `share`: of the column's width that the lanes of a crowd have together. */
export type Laned<T> = { event: T; lane: number; lanes: number; share: number };

/** What stays free beside visits that will not take place is pressed to book their time anew. */
const shareOfAway = 0.7;

/** Whether somebody else can be booked over it. */
export function leavesFree({ look }: { look?: GridLook }): boolean {
  return look === 'away' || look === 'missed';
}

/** Side by side whatever overlaps: each as wide as its crowd allows, the earlier and the longer to the left. */
export function inLanes<T extends Span & { look?: GridLook }>(events: readonly T[]): Laned<T>[] {
  const laned: Laned<T>[] = [];
  let crowd: Laned<T>[] = [];
  let ends: number[] = [];
  let crowdEnd = Number.NEGATIVE_INFINITY;
  function close(): void {
    const share = crowd.every(({ event }) => leavesFree(event)) ? shareOfAway : 1;
    for (const one of crowd) Object.assign(one, { lanes: ends.length, share });
    laned.push(...crowd);
    crowd = [];
    ends = [];
    crowdEnd = Number.NEGATIVE_INFINITY;
  }
  for (const event of events.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (event.start >= crowdEnd) close();
    const free = ends.findIndex((end) => end <= event.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = event.end;
    crowd.push({ event, lane, lanes: 1, share: 1 });
    crowdEnd = Math.max(crowdEnd, event.end);
  }
  close();
  return laned;
}
