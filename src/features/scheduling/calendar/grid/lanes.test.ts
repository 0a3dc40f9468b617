import { expect, test } from 'vitest';
import { hoursOf, outside } from './geometry.ts';
import { inLanes } from './lanes.ts';

const at = (start: number, end: number) => ({ start, end });

test('what overlaps stands side by side, what only touches does not', () => {
  const laned = inLanes([at(600, 645), at(645, 690), at(620, 660), at(540, 600)]);
  expect(laned.map(({ event, lane, lanes }) => [event.start, lane, lanes])).toEqual([
    [540, 0, 1],
    [600, 0, 2],
    [620, 1, 2],
    [645, 0, 2],
  ]);
});

test('visits that will not take place leave room beside them, unless someone comes at that time', () => {
  const away = (start: number, end: number) => ({ ...at(start, end), look: 'away' as const });
  const shares = (events: Parameters<typeof inLanes>[0]) => inLanes(events).map(({ lanes, share }) => [lanes, share]);
  expect(shares([away(600, 645), away(600, 645), at(645, 690)])).toEqual([
    [2, 0.7],
    [2, 0.7],
    [1, 1],
  ]);
  expect(shares([away(600, 645), at(630, 675)])).toEqual([
    [2, 1],
    [2, 1],
  ]);
});

test('in no crowd do two in one lane overlap, and none has more lanes than it needs', () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round += 1) {
    const events = Array.from({ length: 25 }, () => {
      const start = 420 + next(40) * 15;
      return at(start, start + 15 + next(6) * 15);
    });
    const laned = inLanes(events);
    expect(laned).toHaveLength(events.length);
    for (const one of laned) {
      expect(one.lane).toBeLessThan(one.lanes);
      for (const other of laned) {
        if (one === other || one.lane !== other.lane) continue;
        expect(one.event.start < other.event.end && other.event.start < one.event.end).toBe(false);
      }
    }
    const most = Math.max(
      ...events.map(({ start }) => events.filter((event) => event.start <= start && event.end > start).length),
    );
    expect(Math.max(...laned.map(({ lanes }) => lanes))).toBe(most);
  }
});

test('the hours drawn hold all that is open or booked, at least 8 to 5', () => {
  expect(hoursOf([])).toEqual({ from: 480, to: 1020 });
  expect(hoursOf([at(435, 500), at(1000, 1095)])).toEqual({ from: 420, to: 1140 });
});

test('what lies outside of the open hours', () => {
  expect(outside({ from: 420, to: 1140 }, [at(780, 1020), at(480, 720)])).toEqual([
    at(420, 480),
    at(720, 780),
    at(1020, 1140),
  ]);
  expect(outside({ from: 480, to: 1020 }, [at(400, 1100)])).toEqual([]);
});
