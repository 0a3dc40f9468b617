import { describe, expect, test } from 'vitest';
import { mergedFields } from './merged-fields.ts';

type Meeting = { Start: string; End: string; Title: string | null; days: number[] };
const base: Meeting = { Start: '09:00', End: '10:00', Title: 'Team', days: [1, 2] };
const together = [['Start', 'End']];

describe('mergedFields', () => {
  test.each<[why: string, now: Partial<Meeting>, mine: Partial<Meeting>, merged: Partial<Meeting>, clashes: string[]]>([
    ['nobody changed anything', {}, {}, {}, []],
    ['only they did', { Title: 'Staff' }, {}, { Title: 'Staff' }, []],
    ['only I did', {}, { Title: 'Staff' }, { Title: 'Staff' }, []],
    ['each another field', { Title: 'Staff' }, { days: [3] }, { Title: 'Staff', days: [3] }, []],
    ['both the same', { Title: 'Staff' }, { Title: 'Staff' }, { Title: 'Staff' }, []],
    ['both the same field', { Title: 'Staff' }, { Title: 'All' }, { Title: 'All' }, ['Title']],
    ['I emptied what they changed', { Title: 'Staff' }, { Title: null }, { Title: null }, ['Title']],
    ['each an end of the time', { Start: '09:30' }, { End: '09:15' }, { End: '09:15' }, ['Start', 'End']],
    [
      'they moved, I renamed',
      { Start: '14:00', End: '15:00' },
      { Title: 'A' },
      { Start: '14:00', End: '15:00', Title: 'A' },
      [],
    ],
  ])('%s', (_why, now, mine, merged, clashes) => {
    const found = mergedFields({ ...base, ...now }, { ...base, ...mine }, base, together);
    expect(found).toEqual({ merged: { ...base, ...merged }, clashes });
  });

  test('what the base does not tell is mine', () => {
    expect(mergedFields({ ...base, Title: 'Staff' }, base, {}, together)).toEqual({ merged: base, clashes: [] });
  });
});
