import { describe, expect, test } from 'vitest';
import { mergedFields } from './merged-fields.ts';

type Meeting = { Start: string; End: string; Title: string | null; days: number[] };
const base: Meeting = { Start: '09:00', End: '10:00', Title: 'Team', days: [1, 2] };
const together = [['Start', 'End']];

describe('mergedFields', () => {
  test.each<[why: string, now: Partial<Meeting>, mine: Partial<Meeting>, merged: Partial<Meeting>, clashes: string[]]>([
    ['no one changed anything', {}, {}, {}, []],
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

  const parts = { ids: 'set', address: 'fields', rooms: { rowsBy: 'id' } } as const;
  const [gym, pool] = [
    { id: 'gym', Name: 'Gym', Capacity: 2 },
    { id: 'pool', Name: 'Pool', Capacity: 4 },
  ];
  test.each<[why: string, was: object, now: object, mine: object, merged: object, isClash: boolean]>([
    ['sets: both put in', { ids: ['a'] }, { ids: ['a', 't'] }, { ids: ['a', 'm'] }, { ids: ['a', 't', 'm'] }, false],
    ['sets: each takes out', { ids: ['a', 'b', 'c'] }, { ids: ['b', 'c'] }, { ids: ['a', 'c'] }, { ids: ['c'] }, false],
    ['sets: the last two, by one each', { ids: ['a', 'b'] }, { ids: ['b'] }, { ids: ['a'] }, { ids: ['a'] }, true],
    ['sets: I take out all', { ids: ['a'] }, { ids: ['a', 't'] }, { ids: [] }, { ids: ['t'] }, false],
    ['sets: all of them, by them', { ids: ['a'] }, { ids: null }, { ids: ['a', 'm'] }, { ids: ['a', 'm'] }, true],
    ['sets: both the same', { ids: null }, { ids: ['a', 'b'] }, { ids: ['b', 'a'] }, { ids: ['b', 'a'] }, false],
    [
      'objects: each another field',
      { address: { City: 'Salem', Zip: '1' } },
      { address: { City: 'Salem', Zip: '2', More: 'x' } },
      { address: { City: 'Lynn', Zip: '1' } },
      { address: { City: 'Lynn', Zip: '2' } },
      false,
    ],
    [
      'objects: one field',
      { address: { City: 'Salem' } },
      { address: { City: 'Lynn' } },
      { address: { City: 'Peabody' } },
      { address: { City: 'Peabody' } },
      true,
    ],
    [
      'rows: those I do not send stay, new ones come in',
      { rooms: [gym] },
      { rooms: [{ ...gym, Capacity: 3 }, pool] },
      { rooms: [{ ...gym, Name: 'Great gym' }, { id: 'new' }] },
      { rooms: [{ ...gym, Name: 'Great gym', Capacity: 3 }, pool, { id: 'new' }] },
      false,
    ],
    [
      'rows: one field of one row',
      { rooms: [gym] },
      { rooms: [{ ...gym, Name: 'Theirs' }] },
      { rooms: [{ ...gym, Name: 'Mine' }] },
      { rooms: [{ ...gym, Name: 'Mine' }] },
      true,
    ],
    [
      'rows: without a base they are mine',
      {},
      { rooms: [gym] },
      { rooms: [{ ...gym, Name: 'Mine' }] },
      { rooms: [{ ...gym, Name: 'Mine' }] },
      false,
    ],
    ['a base that says nothing', { ids: 7 }, { ids: ['a'] }, { ids: ['m'] }, { ids: ['m'] }, true],
  ])('of several values, %s', (_why, was, now, mine, merged, isClash) => {
    const found = mergedFields(now, mine, was as Record<string, unknown>, [], parts);
    expect(found).toEqual({ merged, clashes: isClash ? Object.keys(mine) : [] });
  });
});
