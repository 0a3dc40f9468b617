import { expect, test } from 'vitest';
import { visitRow } from '../testing/rows.ts';
import { packedMap, packedRows, unpackedMap, unpackedRows } from './packed-rows.ts';

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

test.each([
  ['nothing', {}],
  [
    'cells alike and not',
    { b: { Dose: { Sets: 3 }, Pain: null }, a: { Dose: { Sets: 3 }, Pain: null }, c: { Pain: 4 } },
  ],
  ['other values', { a: null, b: 'x', c: [1] }],
])('values by key, %s: they come back in their order', (_case, map) => {
  const stored = JSON.parse(JSON.stringify(packedMap(map))) as ReturnType<typeof packedMap>;
  expect(JSON.stringify(unpackedMap(stored))).toBe(JSON.stringify(map));
});

test('values that are alike are kept once, and come back as objects of their own', () => {
  const cell = { Dose: { Sets: 3 } };
  const stored = packedMap({ a: cell, b: { ...cell } });
  expect(stored.texts).toHaveLength(1);
  const { a, b } = unpackedMap(stored);
  expect(a).toEqual(b);
  expect(a).not.toBe(b);
});
