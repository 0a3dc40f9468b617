import { expect, test } from 'vitest';
import { bytesInHistory, holds, parseHistory, positionOf, segmentAt, segmentOf, stretchesOf } from './timelines.ts';

const fork = (timeline: number, lsn: string) => ({ timeline, lsn });

test('a history file is read, whatever else stands in it', () => {
  const text = '1\t0/5000100\tat restore point "mainstay x"\n\n# of ours\n3\tA/2000028\tno recovery target specified\n';
  expect(parseHistory(text)).toEqual([fork(1, '0/5000100'), fork(3, 'A/2000028')]);
  expect(parseHistory('')).toEqual([]);
});

test('a segment is named by its timeline and what it holds', () => {
  expect(segmentOf(2, '1/5000100')).toBe('000000020000000100000005');
  expect(segmentAt('000000020000000100000005')).toEqual({
    timeline: 2,
    begin: positionOf('1/5000000'),
    end: positionOf('1/6000000'),
  });
  expect(segmentAt('00000002.history')).toBeNull();
});

const second = stretchesOf({ timeline: 2, parents: [fork(1, '0/5000100')] });
// Restored from the second one, to a moment before it began.
const third = stretchesOf({ timeline: 3, parents: [fork(1, '0/5000100'), fork(2, '0/4000200')] });

test('a timeline goes on from the fork; one that it never reached is not in it', () => {
  expect(second).toEqual([
    { timeline: 1, begin: 0n, end: positionOf('0/5000100') },
    { timeline: 2, begin: positionOf('0/5000100'), end: null },
  ]);
  expect(third).toEqual([
    { timeline: 1, begin: 0n, end: positionOf('0/4000200') },
    { timeline: 3, begin: positionOf('0/4000200'), end: null },
  ]);
});

test.each([
  ['before the fork', second, 1, '0/5000000', true],
  ['at the fork', second, 1, '0/5000100', true],
  ['after the fork', second, 1, '0/5000101', false],
  ['on the timeline itself', second, 2, '9/0', true],
  ['on one that was never reached', third, 2, '0/5000200', false],
])('a position %s', (_, stretches, timeline, lsn, is) => {
  expect(holds(stretches, { timeline, end: positionOf(lsn) })).toBe(is);
});

test.each<[string, string, number | 'all']>([
  ['a segment before the fork', '000000010000000000000004', 'all'],
  ['the segment of the fork, up to it', '000000010000000000000005', 0x100],
  ['one after the fork', '000000010000000000000006', 0],
  ['the first one of the timeline', '000000020000000000000005', 'all'],
  ['one of another timeline', '000000030000000000000005', 0],
])('%s', (_, name, bytes) => {
  expect(bytesInHistory(second, name)).toBe(bytes);
});
