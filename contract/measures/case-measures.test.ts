import { expect, test } from 'vitest';
import { cellKey } from '../documentation/field-keys.ts';
import { noteRow, testId } from '../testing/rows.ts';
import { changedMeasures, mostMeasures, tooManyMeasures, type AddedMeasure } from './case-measures.ts';
import { builtInMeasurement, builtInMeasurements } from './catalog/catalog.ts';
import { CaseEvalMeasurementId } from './ids.ts';
import { builtInId } from './measure-ids.ts';
import { measureHistory, measureTrend, signedBefore, type PastNote } from './measure-history.ts';
import { measuredRows, responseOf } from './responses.ts';
import { wrongMeasures } from './wrong-measures.ts';

const id = (n: number) => CaseEvalMeasurementId.parse(testId(n));
const row = (n: number, SortOrder: number, isRemoved = false) => ({
  CaseEvalMeasurementId: id(n),
  SortOrder,
  deleted_at: isRemoved ? '2026-01-05T10:00:00Z' : null,
});
const added = (n: number): AddedMeasure => ({
  CaseEvalMeasurementId: id(n),
  EvalMeasurementId: builtInId('rom.knee.flexion'),
  Side: 'L',
  Mode: 'active',
});
const rows = [row(1, 0), row(2, 3), row(3, 9, true)];

test.each<[string, number[], number[], [number, number][], number[]]>([
  ['a new one stands below the others', [4], [], [[4, 4]], []],
  ['what is there already stays where it is', [1], [], [], []],
  [
    'a removed one comes back, below the others',
    [3, 4],
    [],
    [
      [3, 4],
      [4, 5],
    ],
    [],
  ],
  ['one is removed', [], [2], [], [2]],
  ['what is gone already stays gone', [], [3, 7], [], []],
  ['the same twice is once', [4, 4], [1, 1], [[4, 4]], [1]],
  ['removed and added at once it stays, at the end', [2], [2], [[2, 1]], [2]],
])('%s', (_, add, remove, expectedAdded, expectedRemoved) => {
  const changed = changedMeasures(rows, add.map(added), remove.map(id));
  expect(changed.added.map((one) => [one.CaseEvalMeasurementId, one.SortOrder])).toEqual(
    expectedAdded.map(([n, order]) => [id(n), order]),
  );
  expect(changed.removed).toEqual(expectedRemoved.map(id));
});

test('two devices that add the same, or one of which removes, come to the same set in either order', () => {
  const play = (steps: { add?: number[]; remove?: number[] }[]) => {
    const now = new Map(rows.map((one) => [String(one.CaseEvalMeasurementId), one]));
    for (const { add = [], remove = [] } of steps) {
      const changed = changedMeasures([...now.values()], add.map(added), remove.map(id));
      for (const one of changed.removed) now.set(one, { ...now.get(one)!, deleted_at: 'x' });
      for (const one of changed.added) now.set(one.CaseEvalMeasurementId, { ...one, deleted_at: null });
    }
    const live = [...now.values()].filter(({ deleted_at }) => deleted_at === null);
    return live.map((one) => String(one.CaseEvalMeasurementId)).toSorted();
  };
  const [here, there] = [{ add: [4, 5] }, { add: [5, 6], remove: [1] }];
  expect(play([here, there])).toEqual(play([there, here]));
  expect(play([here, there, here])).toEqual([2, 4, 5, 6].map((n) => testId(n)).toSorted());
});

test('a case has an end', () => {
  const full = Array.from({ length: mostMeasures }, (_, n) => row(n + 10, n));
  const one = { added: [{ ...added(1), SortOrder: 0 }], removed: [] };
  expect(tooManyMeasures(full, one)).toMatch(/at most 400 measures/);
  expect(tooManyMeasures(full, { ...one, removed: [id(10)] })).toBeNull();
  expect(tooManyMeasures(full.slice(1), one)).toBeNull();
});

const cell = (n: number, name: string) => cellKey('measure', testId(n), name);
const knee = { ...row(1, 5), EvalMeasurementId: builtInId('rom.knee.flexion'), Side: 'L', Mode: 'active' } as const;
const hip = {
  ...row(2, 1, true),
  EvalMeasurementId: builtInId('strength.hip.flexion'),
  Side: 'R',
  Mode: 'resisted',
} as const;
const strange = { ...row(3, 0), EvalMeasurementId: builtInId('none'), Side: null, Mode: null } as const;

test('the catalog is of this many measurements, each under its own id', () => {
  expect(builtInMeasurements).toHaveLength(296);
  expect(builtInMeasurement(knee.EvalMeasurementId)?.Name).toBe('Knee flexion');
});

test('what is wrong is said of each measure in the order of the case, of removed ones too', () => {
  const note = noteRow(
    {},
    {
      Cells: {
        [cell(1, 'Value')]: 300,
        [cell(1, 'EndFeel')]: 'firm',
        [cell(2, 'Value')]: '6',
        [cell(3, 'Value')]: 'anything',
        [cell(9, 'Value')]: 'of a row that is not here',
      },
    },
  );
  const judge = (cells = note.Cells) =>
    wrongMeasures({ ...note, Cells: cells }, [knee, hip, strange], builtInMeasurement);
  expect(judge()).toEqual([
    expect.stringMatching(/^Hip flexion strength, right, resisted: Choose one of: 0, 1, 2-/),
    'Knee flexion, left, active: Enter a whole number from -90 to 270 (°).',
    'Knee flexion, left, active: Only a passive movement has an end feel.',
  ]);
  expect(judge({ [cell(1, 'Value')]: 120, [cell(2, 'Value')]: '4+', [cell(1, 'Pain')]: 3 })).toEqual([]);
  expect(judge({ [cell(1, 'Value')]: '12o' })).toHaveLength(1);
  expect(judge({ [cell(1, 'Value')]: null, [cell(1, 'NotTested')]: 'refused' })).toEqual([]);
});

test('a note speaks of the rows in which something stands', () => {
  const from = { NoteId: testId(8), at: '2026-01-05T10:00:00Z' } as never;
  const cells = {
    [cell(1, 'Value')]: 0,
    [cell(2, 'Comment')]: ' ',
    [cell(3, 'From')]: from,
    [cell(4, 'Value')]: [],
    [cell(5, 'NotTested')]: 'refused',
    [cellKey('goal', testId(6), 'Status')]: 'met',
  };
  expect([...measuredRows(cells)]).toEqual([testId(1), testId(5)]);
  expect(responseOf(noteRow({}, { Cells: cells }), testId(1))).toMatchObject({ Value: 0, Pain: null, From: null });
});

const past = (n: number, NoteDate: string, value: number | null, more: Partial<PastNote> = {}): PastNote => ({
  ...noteRow({}, { Cells: { [cell(1, 'Value')]: value } }),
  NoteId: testId(100 + n) as never,
  NoteDate,
  signedAt: `${NoteDate}T15:00:00Z`,
  ...more,
});
const now = past(50, '2026-02-10', 125, { signedAt: null });

test.each<[string, PastNote[], number | null, number | null]>([
  ['nothing before', [], null, null],
  [
    'the last signed one, and the evaluation',
    [past(3, '2026-02-03', 110), past(1, '2026-01-05', 90, { NoteType: 'eval' })],
    110,
    90,
  ],
  ['an unsigned one is none', [past(1, '2026-01-05', 90), past(2, '2026-02-03', 110, { signedAt: null })], 90, 90],
  ['one of later is none', [past(1, '2026-01-05', 90), past(2, '2026-02-11', 140)], 90, 90],
  ['one that measured something else is passed over', [past(1, '2026-01-05', 90), past(2, '2026-02-03', null)], 90, 90],
  [
    'the evaluation counts, also where a note was before it',
    [past(1, '2026-01-02', 80), past(2, '2026-01-05', 90, { NoteType: 'eval' })],
    90,
    90,
  ],
  [
    'of one day the one signed last',
    [past(1, '2026-02-10', 100, { signedAt: '2026-02-10T17:00:00Z' }), past(2, '2026-02-10', 95)],
    100,
    95,
  ],
])('last and first of a measure: %s', (_, notes, last, first) => {
  const history = measureHistory(signedBefore(notes, now), testId(1));
  expect([history.last?.value ?? null, history.first?.value ?? null]).toEqual([last, first]);
});

test('the trend is of signed notes and of what is written now', () => {
  const signed = signedBefore([past(2, '2026-02-03', 110), past(1, '2026-01-05', 90), now], now);
  const points = measureTrend(builtInMeasurement(knee.EvalMeasurementId)!, testId(1), signed, now);
  expect(points.map(({ date, y }) => [date, y])).toEqual([
    ['2026-01-05', 90],
    ['2026-02-03', 110],
    ['2026-02-10', 125],
  ]);
});
