import { describe, expect, test } from 'vitest';
import { CaseExerciseId } from '../base/ids.ts';
import { testId } from '../testing/rows.ts';
import { emptyCell, typedCell } from './cell-text.ts';
import { cellConflictSentence, mergedCells, type Cells } from './merge-cells.ts';
import { parseDose } from './parse-dose.ts';
import { exercisesToSign } from './to-sign.ts';
import type { VisitCell } from './visit-exercises.ts';

const [a, b] = [CaseExerciseId.parse(testId(1)), CaseExerciseId.parse(testId(2))];
const cell = (typed: string): VisitCell => typedCell(emptyCell, parseDose(typed)) ?? emptyCell;
const [one, two, three] = [cell('3x10'), cell('3x12'), cell('3x15')];
const cellsOf = (inA: VisitCell | null, inB: VisitCell | null = null): Cells => ({
  ...(inA && { [a]: inA }),
  ...(inB && { [b]: inB }),
});

describe('a cell that two people wrote', () => {
  test.each<[string, VisitCell | null, VisitCell | null, VisitCell | null | undefined, VisitCell | null, number]>([
    ['mine goes into an empty one', null, one, null, one, 0],
    ['mine goes over what I saw', one, two, one, two, 0],
    ['mine empties what I saw', one, null, one, null, 0],
    ['an empty cell says nothing', one, emptyCell, one, null, 0],
    ['both wrote the same', two, two, one, two, 0],
    ['both emptied it', null, null, one, null, 0],
    ['someone else wrote first', two, three, one, two, 1],
    ['someone else wrote in the empty one', two, three, null, two, 1],
    ['someone else emptied it', null, three, one, null, 1],
    ['who tells of no earlier value replaces it', two, three, undefined, three, 0],
  ])('%s', (_name, now, mine, was, merged, conflicts) => {
    const base = was === undefined ? {} : { [a]: was };
    const result = mergedCells(cellsOf(now, one), [{ CaseExerciseId: a, Cell: mine }], base);
    expect(result.merged).toEqual(cellsOf(merged, one));
    expect(result.conflicts).toEqual(conflicts > 0 ? [a] : []);
  });

  test('what meets no conflict is saved beside what does', () => {
    const changes = [
      { CaseExerciseId: a, Cell: three },
      { CaseExerciseId: b, Cell: three },
    ];
    const result = mergedCells(cellsOf(two, one), changes, { [a]: one, [b]: one });
    expect(result).toEqual({ merged: cellsOf(two, three), conflicts: [a], isChanged: true });
  });

  test('a row that is no longer there takes nothing, with or without a base', () => {
    const changes = [
      { CaseExerciseId: a, Cell: three },
      { CaseExerciseId: b, Cell: three },
    ];
    const there = (row: CaseExerciseId) => row === a;
    const result = mergedCells(cellsOf(two), changes, { [a]: two, [b]: null }, there);
    expect(result).toEqual({ merged: cellsOf(three), conflicts: [b], isChanged: true });
    expect(mergedCells({}, changes.slice(1), {}, there)).toEqual({ merged: {}, conflicts: [b], isChanged: false });
    expect(mergedCells({}, [{ CaseExerciseId: b, Cell: null }], {}, there).conflicts).toEqual([]);
  });

  test('is told by how many there are', () => {
    expect(cellConflictSentence(1)).toContain('1 cell of this flowsheet changed since you edited it');
    expect(cellConflictSentence(2)).toContain('2 cells of this flowsheet changed since you edited them');
  });
});

describe('what a flowsheet says of signing', () => {
  const rows = [
    { CaseExerciseId: a, Name: 'Bridge', CPT_Code: '97110' },
    { CaseExerciseId: b, Name: 'Walking', CPT_Code: null },
  ];
  test.each<[string, Cells, boolean, string[], boolean]>([
    ['nothing', {}, true, [], false],
    ['done and billed', cellsOf(one), false, [], true],
    ['skipped is written, and needs no minutes', cellsOf(cell('- pain')), true, [], true],
    ['without a code nothing is billed', cellsOf(null, one), true, [], true],
    ['Medicare asks for minutes', cellsOf(one), true, ['97110 has exercises, but no minutes.'], true],
    [
      'no dose',
      cellsOf(cell('felt good')),
      true,
      [expect.stringMatching(/^Bridge: “felt” is not part of a dose/)],
      false,
    ],
  ])('%s', (_name, cells, isMedicare, wrong, isWritten) => {
    expect(exercisesToSign({ rows, cells, services: [], isMedicare })).toEqual({ wrong, isWritten });
  });

  test('a recorded service has its minutes asked for where services are', () => {
    const services = [{ CPT_Code: '97110' }];
    expect(exercisesToSign({ rows, cells: cellsOf(one), services, isMedicare: true }).wrong).toEqual([]);
  });
});
