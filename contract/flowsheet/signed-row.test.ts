import { expect, test } from 'vitest';
import { signedRowRefusals } from './signed-row.ts';

const before = { Name: 'Bridge', CPT_Code: '97110' };

test.each([
  [before, []],
  [{ ...before, Name: 'Squat' }, ['Name']],
  [{ ...before, CPT_Code: null }, ['CPT_Code']],
  [{ Name: 'Squat', CPT_Code: '97112' }, ['Name', 'CPT_Code']],
])('a signed row that is to be %o is refused at %o', (row, fields) => {
  const refusals = signedRowRefusals(row, before);
  expect(Object.keys(refusals)).toEqual(fields);
  const sentence = 'A signed visit has this exercise. Stop it and add another.';
  expect(new Set(Object.values(refusals))).toEqual(new Set(fields.length > 0 ? [sentence] : []));
});
