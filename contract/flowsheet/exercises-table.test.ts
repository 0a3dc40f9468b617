import { expect, test } from 'vitest';
import { CaseExerciseId } from '../base/ids.ts';
import { testId } from '../testing/rows.ts';
import { emptyCell } from './cell-text.ts';
import { exercisesTable } from './exercises-table.ts';

const id = (n: number) => CaseExerciseId.parse(testId(n));
const row = (n: number, Name: string, CPT_Code: string | null) => ({
  CaseExerciseId: id(n),
  Name,
  CPT_Code,
  SortOrder: n,
});

test('what was done, skipped or could not be read, under its codes; planned rows and those of other visits are not in it', () => {
  const rows = [
    row(1, 'Heel raise', null),
    row(2, 'Bridge', '97110'),
    row(3, 'Plank', '97110'),
    row(4, 'Step', '97530'),
  ];
  const table = exercisesTable(rows, {
    [id(1)]: { ...emptyCell, Skipped: 'pain' },
    [id(2)]: { ...emptyCell, Unread: 'a lot', Pain: 0, Comment: 'Slow' },
    [id(4)]: { ...emptyCell, Skipped: '' },
  });
  expect(table?.rows).toEqual([
    ['Bridge', '97110', 'a lot', '0 of 10', 'Slow'],
    ['Step', '97530', '-', '', ''],
    ['Heel raise', '', '- pain', '', ''],
  ]);
  expect(table?.rows.every((cells) => cells.length === table.columns.length)).toBe(true);
});

test('no table where nothing was done', () => {
  expect(exercisesTable([row(1, 'Bridge', '97110')], {})).toBeNull();
});
