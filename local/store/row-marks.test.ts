import { expect, test } from 'vitest';
import { marksOf, textOfMarks } from './row-marks.ts';

test('marks are the same after they were text', () => {
  const marks = [
    { key: 'a', version: '-9223372036854775808', day: '2026-11-18' },
    { key: 'b', version: '', day: '' },
    { key: 'c', version: '7', day: '' },
  ];
  expect(marksOf(textOfMarks(marks))).toEqual(marks);
  expect(marksOf(textOfMarks([]))).toEqual([]);
  expect(marksOf(undefined)).toEqual([]);
});
