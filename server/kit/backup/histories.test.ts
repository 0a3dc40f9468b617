import { expect, test } from 'vitest';
import { historyToRestore, lineOf, type History } from './histories.ts';

const at = (hour: number) => `2026-11-26T${String(hour).padStart(2, '0')}:00:00.000Z`;
function history(timeline: number, beganAt: number | null, wroteAt: number | null): History {
  const parents = timeline === 1 ? [] : [{ timeline: 1, lsn: '0/5000100' }];
  return {
    timeline,
    parents,
    beganAt: beganAt === null ? null : at(beganAt),
    wroteAt: wroteAt === null ? null : at(wroteAt),
  };
}

test.each<[string, History[], number | undefined, number]>([
  ['the only one', [history(1, null, 9)], undefined, 1],
  ['the newest, after the server of the former one was lost', [history(1, null, 9), history(2, 10, 12)], undefined, 2],
  ['the one a server wrote to, before a restored one has', [history(1, null, 9), history(2, 10, null)], undefined, 1],
  ['the newest, where no server wrote to any', [history(2, 10, null), history(3, 11, null)], undefined, 3],
  [
    'the one that goes on, where a restore was only looked at',
    [history(1, null, 12), history(2, 10, null)],
    undefined,
    1,
  ],
  ['the named one', [history(1, null, 12), history(2, 10, 13)], 1, 1],
  ['the newest of three', [history(3, 15, 16), history(1, null, 9), history(2, 10, 14)], undefined, 3],
  [
    'the newest that was written to, whichever restores were only looked at after it',
    [history(1, null, 9), history(2, 10, 12), history(3, 13, null), history(4, 14, null)],
    undefined,
    2,
  ],
  ['two restores, one of which goes on', [history(1, null, 9), history(2, 10, 14), history(3, 11, null)], undefined, 2],
])('%s', (_, histories, named, timeline) => {
  expect(historyToRestore(histories, named).history.timeline).toBe(timeline);
});

test('newer restores that no server ever ran on are told of, unless one is asked for by its number', () => {
  const all = [history(1, null, 9), history(2, 10, null), history(3, 11, null)];
  expect(historyToRestore(all).passedOver.map(lineOf)).toEqual([
    'history 2 (never written to)',
    'history 3 (never written to)',
  ]);
  expect(historyToRestore(all, 1).passedOver).toEqual([]);
  expect(historyToRestore([history(1, null, 9), history(2, 10, 12)]).passedOver).toEqual([]);
});

test('two that were written to side by side are for the operator to decide', () => {
  expect(() => historyToRestore([history(1, null, 12), history(2, 10, 13)])).toThrow(
    `Servers wrote side by side after a restore: history 1 (written to until ${at(12)}), history 2 (written to until ${at(13)}). Name the one you want: --history <number>.`,
  );
  expect(() => historyToRestore([history(1, null, 12)], 4)).toThrow('There is no history 4.');
});
