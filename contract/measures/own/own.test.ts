import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruleCases } from '../../testing/cases.ts';
import { testId } from '../../testing/rows.ts';
import { builtIn } from '../catalog/built-in.ts';
import { builtInMeasurements } from '../catalog/catalog.ts';
import { EvalMeasurement } from '../eval-measurement.ts';
import { csvRows, csvText } from './csv.ts';
import { measuresFromCsv, measuresToCsv } from './measures-csv.ts';
import { ownMeasureProblems, usedMeasureProblems } from './own-measure-problems.ts';

const idOf = (n: number) => EvalMeasurement.shape.EvalMeasurementId.parse(testId(n));
const own = (changes: Partial<EvalMeasurement> = {}): EvalMeasurement => ({
  ...builtIn('unused', {
    Name: 'Heel raises',
    GoalType: 'Function',
    Category: null,
    Region: 'ankle',
    Kind: 'number',
    Unit: 'reps',
    Min: 0,
    Max: 100,
    Step: 1,
    HigherIsBetter: true,
  }),
  EvalMeasurementId: idOf(7),
  ...changes,
});
const choice = { Kind: 'choice', Unit: null, Min: null, Max: null, Step: null } as const;
const ages = (from: number, to: number | null) => ({ from, to });
const norm = { source: 'Us', sex: null, ages: null, low: 1, high: 2 };

test.each<[string, Partial<EvalMeasurement>, string | null]>([
  ['all fits', {}, null],
  ['no limits', { Min: null, Max: null, Step: null }, null],
  ['lowest is highest', { Min: 5, Max: 5 }, 'Max'],
  ['lowest above highest', { Min: 9, Max: 5 }, 'Max'],
  ['a step beyond the range', { Min: 0, Max: 5, Step: 6 }, 'Step'],
  ['a score without an end', { Kind: 'score', Max: null }, 'Max'],
  ['a time below 0', { Kind: 'time', Unit: 's', Min: -1 }, 'Min'],
  ['a time in kg', { Kind: 'time', Unit: 'kg' }, 'Unit'],
  ['a number with choices', { Choices: ['a', 'b'] }, 'Choices'],
  ['a choice with limits', { ...choice, Choices: ['a', 'b'], Min: 0 }, 'Min'],
  ['a choice of two', { ...choice, Choices: ['a', 'b'] }, null],
  ['a choice of one', { ...choice, Choices: ['a'] }, 'Choices'],
  ['two equal choices', { ...choice, Choices: ['Yes', 'no', ' yes'] }, 'Choices'],
  [
    'a grade with several answers',
    { ...choice, Kind: 'grade', Choices: ['0', '1'], IsMultiselect: true },
    'IsMultiselect',
  ],
  ['a category of another goal type', { Category: 'ROM' }, 'Category'],
  ['no category where one is needed', { GoalType: 'Strength', Category: null }, 'Category'],
  ['a fitting category', { GoalType: 'Strength', Category: 'Gross Muscle Tests' }, null],
  ['a norm the wrong way round', { Norms: [{ ...norm, low: 3 }] }, 'Norms'],
  ['ages the wrong way round', { Norms: [{ ...norm, ages: ages(60, 20) }] }, 'Norms'],
  ['ages without an upper end', { Norms: [{ ...norm, ages: ages(60, null) }] }, null],
  [
    'a cutoff with ages the wrong way round',
    { Cutoffs: [{ is: 'below', value: 1, sex: null, ages: ages(9, 1), label: 'Low' }] },
    'Cutoffs',
  ],
  ['an MCID without a direction', { Mcid: 2, HigherIsBetter: null }, 'HigherIsBetter'],
  ['no name', { Name: ' ' }, 'Name'],
  ['a built-in', { EvalMeasurementId: builtInMeasurements[0]!.EvalMeasurementId }, 'EvalMeasurementId'],
])('%s', (_, changes, field) => {
  const { problems } = ownMeasureProblems(own(changes), []);
  expect(Object.keys(problems)).toEqual(field === null ? [] : [field]);
  for (const sentence of Object.values(problems)) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test('an equal name in the same region asks, whatever its case; elsewhere, itself and inactive ones do not', () => {
  const other = own({
    EvalMeasurementId: idOf(8),
    Name: ' HEEL raises',
  });
  const asked = 'Another measure of this region is named “Heel raises”. Save both?';
  expect(ownMeasureProblems(own(), [other])).toEqual({ problems: {}, question: asked });
  expect(ownMeasureProblems(own(), [{ ...other, Region: 'knee' }]).question).toBeNull();
  expect(ownMeasureProblems(own(), [{ ...other, Inactive: true }]).question).toBeNull();
  expect(ownMeasureProblems(own(), [own()]).question).toBeNull();
  const named = own({ Name: 'timed up and go', Region: 'general' });
  expect(ownMeasureProblems(named, builtInMeasurements).question).not.toBeNull();
});

test.each<[string, Partial<EvalMeasurement>, Partial<EvalMeasurement>, string[]]>([
  ['another name', {}, { Name: 'Calf raises' }, []],
  ['another kind', {}, { Kind: 'score' }, ['Kind']],
  ['another unit', {}, { Unit: 's' }, ['Unit']],
  ['a choice more', { Choices: ['a', 'b'] }, { Choices: ['a', 'x', 'b'] }, []],
  ['a choice less', { Choices: ['a', 'b'] }, { Choices: ['a', 'c'] }, ['Choices']],
  ['the other direction', {}, { HigherIsBetter: false }, ['HigherIsBetter']],
  ['a first direction', { HigherIsBetter: null }, { HigherIsBetter: false }, []],
  ['inactive', {}, { Inactive: true }, []],
])('a used measure with %s', (_, before, after, fields) => {
  expect(Object.keys(usedMeasureProblems(own(before), own({ ...before, ...after })))).toEqual(fields);
});

const newId = (line: number) => testId(1000 + line);

test('measures go out and come in unchanged', () => {
  const custom = builtInMeasurements.map((each, at) => ({
    ...each,
    EvalMeasurementId: idOf(at + 1),
  }));
  const { measures, problems } = measuresFromCsv(measuresToCsv(custom), custom, newId);
  expect(problems).toEqual([]);
  expect(measures.map(({ measure }) => measure)).toEqual(custom);
});

test('text of every kind goes out and comes in unchanged, and runs in no spreadsheet', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim());
  const awkward = fc.constantFrom('=1+1', '+5', '-5', '@x', "'=1", 'a "b" c', 'a,b', "it's", '; |');
  fc.assert(
    fc.property(
      fc.oneof(
        awkward,
        name.filter((text) => text !== ''),
      ),
      (Name) => {
        const written = measuresToCsv([own({ Name })]);
        expect(written.split('\r\n')[1]).not.toMatch(/^"?[=+\-@]/);
        expect(measuresFromCsv(written, [], newId).measures[0]?.measure.Name).toBe(Name);
      },
    ),
    ruleCases,
  );
});

const header = 'Name,Goal type,Region,Kind,Lowest,Highest,Id';

test('columns are found by title in any order; a row without an id is new, one with it changes that measure', () => {
  const text = `KIND,region,Name,goal type,Id\nnumber,ankle,Heel raises,Function,\nnumber,knee,Squats,Function,${testId(7)}\n`;
  const { measures, problems } = measuresFromCsv(text, [own()], newId);
  expect(problems).toEqual([]);
  expect(measures).toMatchObject([
    {
      line: 2,
      measure: { EvalMeasurementId: testId(1002), Name: 'Heel raises', Sides: 'none', Rights: 'open', Min: null },
    },
    { line: 3, measure: { EvalMeasurementId: testId(7), Name: 'Squats' } },
  ]);
  expect(measures[0]?.question).toContain('“Heel raises”');
});

test.each([
  ['an unknown goal type', 'A,Balance,ankle,number,0,9,', 'The cell “Goal type” has a value that can’t be used.'],
  ['an unknown region', 'A,Function,tail,number,0,9,', 'The cell “Region” has a value that can’t be used.'],
  ['no number', 'A,Function,ankle,number,none,9,', 'The cell “Lowest” has a value that can’t be used.'],
  ['no name', ',Function,ankle,number,0,9,', 'The cell “Name” has a value that can’t be used.'],
  ['limits the wrong way round', 'A,Function,ankle,number,9,0,', 'Enter a highest value above the lowest.'],
  [
    'a built-in',
    `A,Function,ankle,number,0,9,${builtInMeasurements[0]!.EvalMeasurementId}`,
    'Built-in measures can’t be changed. Copy it first.',
  ],
])('a row with %s is a problem of its line; the others are read', (_, row, reason) => {
  const { measures, problems } = measuresFromCsv(`${header}\nB,Function,ankle,number,0,9,\n\n${row}\n`, [], newId);
  expect(measures).toHaveLength(1);
  expect(problems).toEqual([{ line: 4, reason }]);
});

test.each(['12', testId(5)])('a row with the unknown id %s is new', (id) => {
  const { measures, problems } = measuresFromCsv(`${header}\nA,Function,ankle,number,0,9,${id}`, [], newId);
  expect([measures[0]?.measure.EvalMeasurementId, problems]).toEqual([testId(1002), []]);
});

test('a file of too many rows is refused', () => {
  const { problems } = measuresFromCsv(`${header}\n${'A,Function,ankle,number,0,9,\n'.repeat(2_001)}`, [], newId);
  expect(problems).toEqual([{ line: 2002, reason: 'The file has over 2,000 rows. Split it.' }]);
});

test('the same id twice is refused the second time', () => {
  const row = `A,Function,ankle,number,0,9,${testId(5)}`;
  const { measures, problems } = measuresFromCsv(
    `${header}\n${row}\n${row}`,
    [{ ...own(), EvalMeasurementId: idOf(5) }],
    newId,
  );
  expect([measures.length, problems]).toEqual([1, [{ line: 3, reason: 'Another row has the same id.' }]]);
});

test.each([
  ['', 1, 'The file is empty.'],
  ['Name,Kind\nA,number', 1, 'The file has no column named Goal type, Region.'],
  [`${header}\n"A,Function`, 2, 'A quotation mark is not closed, or text follows it.'],
  [`${header}\n"A"b,Function`, 2, 'A quotation mark is not closed, or text follows it.'],
])('%j is refused whole', (text, line, reason) => {
  expect(measuresFromCsv(text, [], newId)).toEqual({ measures: [], problems: [{ line, reason }] });
});

test('rows keep their lines past cells of several lines', () => {
  expect(csvRows('a,"b\nc"\r\n\r\nd,')).toEqual({
    rows: [
      { line: 1, cells: ['a', 'b\nc'] },
      { line: 4, cells: ['d', ''] },
    ],
  });
  expect(csvText([['a', 1]])).toBe('\ufeff"a",1\r\n');
});
