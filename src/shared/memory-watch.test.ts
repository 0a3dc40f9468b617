import { describe, expect, test } from 'vitest';
import { emptyMemoryLog, memoryLeft, takeSample, type MemoryLog, type MemorySample } from './memory-watch.ts';

const mb = 1024 * 1024;
const heap = (used: number, limit: number) => ({ usedJSHeapSize: used * mb, jsHeapSizeLimit: limit * mb });
const sample = (used: number, cause: MemorySample['cause'] = 'minute', limit = 4_096): MemorySample => ({
  at: 0,
  screen: 'onDeck',
  cause,
  heap: heap(used, limit),
});
const taken = (samples: MemorySample[]): MemoryLog => samples.reduce(takeSample, emptyMemoryLog);

describe.each([
  ['a desk, little used', heap(200, 4_096), 3_396, false],
  ['a desk, exactly 800 MB left after the padding', heap(2_796, 4_096), 800, false],
  ['a desk, a little less', heap(2_797, 4_096), 799, true],
  ['the smallest heap that counts as large', heap(1_301, 2_600), 799, true],
  ['a tablet has no padding', heap(1_301, 2_599), 1_298, false],
  ['a phone, exactly 100 MB left', heap(412, 512), 100, false],
  ['a phone, a little less', heap(413, 512), 99, true],
])('%s', (_, reading, availableMb, isShort) => {
  test(`${availableMb} MB left`, () => {
    expect(memoryLeft(reading)).toEqual({ availableMb, isShort });
  });
});

test.each([
  ['19 route changes are not enough', 19, 3_500, false],
  ['20 are', 20, 3_500, true],
  ['20 with memory left are nothing', 20, 500, false],
])('%s', (_, changes, used, isReloadDue) => {
  expect(taken(Array.from({ length: changes }, () => sample(used, 'route'))).isReloadDue).toBe(isReloadDue);
});

test('minutes do not count as route changes; once there is memory again nothing is due', () => {
  const quiet = taken(Array.from({ length: 50 }, () => sample(3_500)));
  expect(quiet).toMatchObject({ routeChanges: 0, isReloadDue: false });
  const short = Array.from({ length: 20 }, () => sample(3_500, 'route'));
  expect(taken([...short, sample(300)]).isReloadDue).toBe(false);
  expect(taken([...short, sample(300), sample(3_500)]).isReloadDue).toBe(true);
});

test('keeps 100 entries', () => {
  const log = taken(Array.from({ length: 250 }, (_, at) => ({ ...sample(100), at })));
  expect(log.entries).toHaveLength(100);
  expect([log.entries.at(0)?.at, log.entries.at(-1)?.at]).toEqual([150, 249]);
});

test('keeps the ten biggest changes, up or down, in the order they happened; the later of equal ones', () => {
  const steps = [5, -90, 3, 40, -7, 60, 1, 20, -30, 8, 70, 3, 3, 0];
  let used = 500;
  const log = taken([
    sample(used),
    ...steps.map((step) => {
      used += step;
      return sample(used);
    }),
  ]);
  expect(log.biggest.map((entry) => entry.changeMb)).toEqual([5, -90, 40, -7, 60, 20, -30, 8, 70, 3]);
});
