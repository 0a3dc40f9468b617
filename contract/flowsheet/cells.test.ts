import { describe, expect, test } from 'vitest';
import { CaseExerciseId, NoteId } from '../base/ids.ts';
import { stamp, testId } from '../testing/rows.ts';
import { CaseExercise } from './case-exercise.ts';
import { cellText, emptyCell, isAsTaken, typedCell } from './cell-text.ts';
import { noEdits, mostSteps, recordStep, redoStep, undoStep, type CellEdit } from './edit-list.ts';
import { parseDose } from './parse-dose.ts';
import { pasteTsv, tsvRows } from './paste-tsv.ts';
import { movedRow, rowsInBlocks } from './row-order.ts';
import { columnSameAsLast, lastSigned, sameAsLast, type FlowsheetVisit } from './same-as-last.ts';
import { textHash } from './text-hash.ts';
import { VisitCell, VisitExercises, type VisitCell as Cell } from './visit-exercises.ts';

const rowId = (n: number) => CaseExerciseId.parse(testId(n));
const note = (n: number) => NoteId.parse(testId(100 + n));
const cell = (typed: string, more: Partial<Cell> = {}): Cell => {
  const made = typedCell(emptyCell, parseDose(typed));
  if (!made) throw new TypeError('too long');
  return { ...made, ...more };
};
const visit = (n: number, Start: string, isSigned: boolean, cells: Record<number, Cell>): FlowsheetVisit => ({
  VisitId: testId(n),
  NoteId: note(n),
  Start,
  signedAt: isSigned ? `${Start}:00Z` : null,
  Cells: Object.fromEntries(Object.entries(cells).map(([row, each]) => [testId(Number(row)), each])),
});

describe('a typed cell', () => {
  test.each(['3x10@5lb', '5 min L', '-', '- knee pain', 'felt good', '', '2x50ft CGA'])(
    '“%s” shows as typed',
    (typed) => {
      const shown = cellText(cell(typed));
      expect(VisitCell.safeParse(cell(typed)).success).toBe(true);
      expect(cellText(cell(shown))).toBe(shown);
    },
  );

  test('keeps pain, comment and performer, and stores no text that is too long', () => {
    const before = cell('3x10', { Pain: 4, Comment: 'Slow' });
    expect(typedCell(before, parseDose('2x8'))).toMatchObject({ Pain: 4, Comment: 'Slow', Dose: { Sets: 2 } });
    expect(typedCell(before, parseDose('x'.repeat(10_000)))).toBeNull();
    expect(typedCell(before, parseDose('hm'))).toMatchObject({ Unread: 'hm', Dose: null, Pain: 4 });
  });
});

describe('same as last', () => {
  const visits = [
    visit(1, '2026-11-02T09:00', true, { 1: cell('3x10', { Pain: 3, Comment: 'Slow' }), 2: cell('5 min') }),
    visit(2, '2026-11-09T09:00', true, { 1: cell('3x12 L', { Pain: 2 }), 3: cell('- pain') }),
    visit(3, '2026-11-16T09:00', false, { 1: cell('3x15') }),
  ];
  const row = (n: number, StoppedOn: string | null = null) => ({ CaseExerciseId: rowId(n), StoppedOn });

  test('last is the latest signed visit, in whatever order they come', () => {
    expect(lastSigned(visits.toReversed())?.NoteId).toBe(note(2));
    expect(lastSigned(visits, '2026-11-09T09:00')?.NoteId).toBe(note(1));
    expect(lastSigned(visits.slice(2))).toBeNull();
    const later = { ...visit(5, '2026-11-09T09:00', true, {}), signedAt: '2026-11-10T00:00:00Z' };
    expect(lastSigned([later, ...visits])?.NoteId).toBe(note(5));
    expect(lastSigned([...visits, later])?.NoteId).toBe(note(5));
  });

  test('takes dose, side and assist, not pain or comment, and says where from', () => {
    const taken = sameAsLast(row(1), visits);
    expect(taken).toEqual({
      ...cell('3x12 L'),
      From: { NoteId: note(2), at: '2026-11-09T09:00:00Z', hash: textHash('3x12 L') },
    });
    expect(VisitCell.parse(taken)).toEqual(taken);
  });

  test('an earlier visit and a skipped exercise are not last', () => {
    expect(sameAsLast(row(2), visits)).toBeNull();
    expect(sameAsLast(row(3), visits)).toBeNull();
  });

  test('the column fills only rows that say nothing and go on', () => {
    const last = [
      visit(1, '2026-11-02T09:00', true, { 1: cell('3x10'), 2: cell('5 min'), 3: cell('2x10'), 4: cell('1 min') }),
    ];
    const now = { [rowId(2)]: cell('8 min'), [rowId(4)]: { ...emptyCell, Pain: 5 } };
    const taken = columnSameAsLast([row(1), row(2), row(3, '2026-11-05'), row(4), row(5)], last, now);
    expect(taken.map((each) => [each.CaseExerciseId, cellText(each.cell), each.cell.Pain])).toEqual([
      [rowId(1), '3x10', null],
      [rowId(4), '1 min', 5],
    ]);
  });

  test('what was taken is marked until it is changed', () => {
    const taken = sameAsLast(row(1), visits) ?? emptyCell;
    expect(isAsTaken(taken)).toBe(true);
    expect(typedCell(taken, parseDose('3x12 l'))?.From).not.toBeNull();
    expect(typedCell(taken, parseDose('3x12 R'))?.From).toBeNull();
  });
});

describe('a pasted table', () => {
  const rows = ['a', 'b', 'c'];
  const columns = [
    { key: 'today', isEditable: true },
    { key: 'last', isEditable: false },
  ];

  test('fills down from the cell, with a problem where a cell is no dose', () => {
    const { cells, leftOut } = pasteTsv('3x10\r\nfelt good\r\n', { row: 1, column: 0 }, rows, columns);
    expect(cells.map((each) => [each.rowId, each.columnKey, each.text, each.parsed.kind])).toEqual([
      ['b', 'today', '3x10', 'dose'],
      ['c', 'today', 'felt good', 'problem'],
    ]);
    expect(leftOut).toEqual([]);
  });

  test.each([
    ['3x10\n3x10\n3x10', ['1 cell is outside the table and was not pasted.']],
    ['3x10\t3x8', ['1 cell is of another visit and was not pasted.']],
    [
      'a\tb\tc\tc',
      ['2 cells are outside the table and were not pasted.', '1 cell is of another visit and was not pasted.'],
    ],
    ['3x10\t\t', []],
  ])('“%s” leaves out %j', (text, leftOut) => {
    expect(pasteTsv(text, { row: 1, column: 0 }, rows, columns).leftOut).toEqual(leftOut);
  });

  test('10,000 characters in a cell keep their text', () => {
    const { cells } = pasteTsv('y'.repeat(10_000), { row: 0, column: 0 }, rows, columns);
    expect(cells[0]?.parsed).toMatchObject({ kind: 'problem', text: 'y'.repeat(10_000) });
  });

  test.each([
    ['a', [['a']]],
    ['', [['']]],
    ['a\tb\nc', [['a', 'b'], ['c']]],
    ['a\r\nb\r\n', [['a'], ['b']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['"a\tb"\t"c\nd"', [['a\tb', 'c\nd']]],
    ['"say ""x"""', [['say "x"']]],
    ['5" wide\tb', [['5" wide', 'b']]],
    ['"open\tb', [['"open', 'b']]],
  ])('%j', (text, expected) => {
    expect(tsvRows(text)).toEqual(expected);
  });
});

describe('undo and redo', () => {
  const edit = (rowOf: string, before: Cell | null, after: Cell | null): CellEdit => ({
    rowId: rowOf,
    columnKey: 'today',
    before,
    after,
  });
  const [one, two] = [cell('3x10'), cell('3x12')];

  test('go back and forth', () => {
    const list = recordStep(recordStep(noEdits, [edit('a', null, one)]), [edit('a', one, two)]);
    const back = undoStep(list, () => two);
    expect(back.write).toEqual([edit('a', two, one)]);
    const further = undoStep(back.list, () => one);
    expect(further.write).toEqual([edit('a', one, null)]);
    expect(undoStep(further.list, () => null)).toMatchObject({ write: [], left: 0 });
    const again = redoStep(further.list, () => null);
    expect(again.write).toEqual([edit('a', null, one)]);
    expect(redoStep(again.list, () => one).write).toEqual([edit('a', one, two)]);
    expect(recordStep(back.list, [edit('a', one, cell('1x1'))]).undone).toEqual([]);
  });

  test('leave a cell alone that changed since', () => {
    const list = recordStep(noEdits, [edit('a', null, one), edit('b', null, one)]);
    const back = undoStep(list, (rowOf) => (rowOf === 'a' ? one : two));
    expect(back).toMatchObject({ write: [edit('a', one, null)], left: 1 });
    expect(redoStep(back.list, () => null).write).toEqual([edit('a', null, one)]);
    expect(undoStep(list, () => two)).toMatchObject({ write: [], left: 2, list: { done: [], undone: [] } });
  });

  test('nothing changed is no step, and old steps are forgotten', () => {
    expect(recordStep(noEdits, [edit('a', one, { ...one })])).toBe(noEdits);
    let list = noEdits;
    for (let n = 0; n < mostSteps + 5; n += 1) list = recordStep(list, [edit('a', null, cell(`${n + 1} reps`))]);
    expect(list.done).toHaveLength(mostSteps);
  });
});

describe('rows in blocks', () => {
  const row = (n: number, CPT_Code: string | null, SortOrder: number) => ({
    CaseExerciseId: rowId(n),
    CPT_Code,
    SortOrder,
  });
  const rows = [row(1, '97110', 0), row(2, '97112', 1), row(3, '97110', 2), row(4, null, 3), row(5, '97112', 9)];

  test('stay together, those without a code last', () => {
    const shown = rowsInBlocks([row(6, null, 0), ...rows].toReversed());
    expect(shown.map((block) => [block.CPT_Code, block.rows.length])).toEqual([
      ['97110', 2],
      ['97112', 2],
      [null, 2],
    ]);
  });

  test.each([
    [
      3,
      -1,
      [
        [3, 0],
        [1, 2],
      ],
    ],
    [
      1,
      1,
      [
        [1, 2],
        [3, 0],
      ],
    ],
    [
      2,
      1,
      [
        [2, 9],
        [5, 1],
      ],
    ],
    [1, -1, []],
    [3, 1, []],
    [4, 1, []],
    [99, 1, []],
  ] as const)('row %s by %s', (n, by, expected) => {
    const moved = movedRow(rows, rowId(n), by);
    expect(moved.map((each) => [each.CaseExerciseId, each.SortOrder])).toEqual(
      expected.map(([id, order]) => [rowId(id), order]),
    );
  });

  test('rows that had the same order get one each', () => {
    const same = [row(1, '97110', 0), row(2, '97110', 0), row(3, '97110', 0)];
    const moved = movedRow(same, rowId(3), -1);
    const after = new Map([...same, ...moved].map((each) => [each.CaseExerciseId, each.SortOrder]));
    expect([rowId(1), rowId(3), rowId(2)].map((id) => after.get(id))).toEqual([0, 1, 2]);
  });
});

test('a hash tells texts apart and is the same everywhere', () => {
  expect(textHash('')).toMatch(/^[0-9a-f]{14}$/);
  expect(textHash('3x10')).toBe(textHash('3x10'));
  expect(new Set(Array.from({ length: 2_000 }, (_, n) => textHash(`${n}x10`))).size).toBe(2_000);
});

test('rows and columns are stored as made', () => {
  const chart = { CaseId: testId(20), PatientId: testId(21), updated_at: stamp };
  const owner = { ...chart, FacilityId: testId(22) };
  const row = {
    ...chart,
    CaseExerciseId: rowId(1),
    ExerciseId: null,
    Name: 'Bridge',
    CPT_Code: '97110',
    Dose: '3x10',
    Precaution: null,
    SortOrder: 0,
    StoppedOn: null,
  };
  expect(CaseExercise.parse(row)).toEqual(row);
  const column = { ...owner, VisitId: testId(23), Cells: { [rowId(1)]: cell('3x10 L'), [rowId(2)]: cell('-') } };
  expect(VisitExercises.parse(column)).toEqual(column);
  expect(VisitExercises.safeParse({ ...column, Cells: { bridge: cell('3x10') } }).success).toBe(false);
});
