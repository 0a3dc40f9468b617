import { expect, test } from 'vitest';
import { visitRow } from '../testing/rows.ts';
import { packedRows, unpackedRows } from './packed-rows.ts';

const throughJson = (rows: Record<string, unknown>[]) =>
  unpackedRows(JSON.parse(JSON.stringify(packedRows(rows))) as ReturnType<typeof packedRows>);

test.each([
  ['none', []],
  ['one', [{ a: 1, b: null, c: ['x'], d: { e: 1 } }]],
  ['alike', [visitRow(1), visitRow(2, { stage: 'closed' }), visitRow(3, { Start: '2026-11-20T10:00' })]],
  [
    'a list that is the same in all',
    [
      { id: 1, list: [1] },
      { id: 2, list: [1] },
    ],
  ],
  ['other fields', [{ a: 1, b: 2 }, { a: 1 }]],
  [
    'other order',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  [
    'without a value',
    [
      { a: undefined, b: 1 },
      { a: undefined, b: 1 },
    ],
  ],
  [
    'zero, empty and false',
    [
      { a: 0, b: '', c: false },
      { a: -1, b: '', c: false },
    ],
  ],
])('%s: comes back as JSON would give it', (_case, rows) => {
  expect(JSON.stringify(throughJson(rows))).toBe(JSON.stringify(rows));
});

test('rows share no list or object, so that no one changes another row', () => {
  const list = [1];
  const [first, second] = throughJson([
    { id: 1, list },
    { id: 2, list },
  ]);
  expect(first?.['list']).not.toBe(second?.['list']);
});

test('visits of one patient take less than half of their JSON', () => {
  const visits = Array.from({ length: 10 }, (_, at) => visitRow(at + 1));
  expect(JSON.stringify(packedRows(visits)).length * 2).toBeLessThan(JSON.stringify(visits).length);
});
