import { expect, test } from 'vitest';
import { builtInMeasurements } from '#contract/measures/catalog/catalog.ts';
import { evalMeasurement, type MeasureFields } from '#contract/measures/own-measurement.ts';
import { reachRow, stepDownRow } from '#contract/testing/measures.ts';
import { measureCsv, mostRows, readMeasureCsv } from './measure-csv.ts';
import { copyName } from './use-measures.ts';

const fieldsOf = (of: object): MeasureFields => evalMeasurement.Fields.strip().parse(of);
const reach = fieldsOf(reachRow);
const stepDown = fieldsOf(stepDownRow);

test('what is exported is imported again as it was, the whole catalog too', () => {
  const odd = {
    ...reach,
    Name: '=1+1; "a" | b',
    Norms: [
      { ...reach.Norms[0], source: 'A; b | c \\ d' },
      ...reach.Norms,
      { ...reach.Norms[0], sex: null, ages: null },
    ],
    Cutoffs: [{ ...reach.Cutoffs[0], ages: { from: 65, to: null }, label: '-, "x"\\' }],
  };
  const all = [fieldsOf(odd), stepDown, ...builtInMeasurements.map(fieldsOf)];
  const unique = all.filter(
    (one, at) => all.findIndex(({ Name, Region }) => Name === one.Name && Region === one.Region) === at,
  );
  const read = readMeasureCsv(measureCsv(unique), []);
  expect(read).toMatchObject({ bad: [], known: [] });
  expect('measures' in read && read.measures).toEqual(unique);
});

const rows = (...lines: string[]) => ['Name,Goal type,Region,Kind,Choices,Highest value', ...lines].join('\n');

test('a file needs only what a form asks for, in any case and order', () => {
  const read = readMeasureCsv('kind;REGION;goal type;name\nnumber;knee;function;Hop\n', []);
  expect(read).toMatchObject({ bad: [], known: [] });
  const blank = {
    Category: null,
    Sides: 'none',
    Modes: [],
    Unit: null,
    Choices: [],
    Norms: [],
    Rights: 'open',
    Inactive: false,
  };
  expect('measures' in read && read.measures).toMatchObject([
    { ...blank, Name: 'Hop', GoalType: 'Function', Region: 'knee' },
  ]);
});

test.each<[string, string, string[]]>([
  ['a kind that is none', 'Hop,Function,Knee,numbr,,', ['Kind “numbr”: Choose the kind.']],
  ['no name', ',Function,Knee,Number,,', ['Name: Enter the name.']],
  [
    'a number that is none',
    'Hop,Function,Knee,Number,,1O',
    ['Highest value “1O”: Enter a number from -1,000,000 to 1,000,000.'],
  ],
  ['a grade of one choice', 'Hop,Function,Knee,Grade,good,', ['Choices “good”: Enter at least two choices.']],
  [
    'two things',
    'Hop,Functon,Nee,Number,,',
    ['Goal type “Functon”: Choose the goal type.', 'Region “Nee”: Choose the region.'],
  ],
  ['more cells than columns', 'Hop,Function,Knee,Number,,5,6', ['The row has 7 cells, but there are 6 columns.']],
])('a row with %s is named, and the others are read', (_name, line, reasons) => {
  const read = readMeasureCsv(rows('Fine,Function,Knee,Number,,5', line), []);
  expect(read).toMatchObject({ measures: [{ Name: 'Fine', Max: 5 }] });
  expect('bad' in read && read.bad.map((one) => [one.line, one.reasons])).toEqual([[3, reasons]]);
});

test('a part of a figure that is wrong is named by its place', () => {
  const [norm] = measureCsv([reach]).split('\r\n').slice(1);
  expect(norm).toContain('Own patients | Women | 18–40 | 55 | 70');
  const text = measureCsv([reach]).replace('18–40 | 55', '40–18 | x');
  const read = readMeasureCsv(text, []);
  expect('bad' in read && read.bad[0]?.reasons).toEqual([
    'Norms, 1, Ages: Enter ages such as 65-74, 65+ or 40.',
    'Norms, 1, From: Enter a number from -1,000,000 to 1,000,000.',
  ]);
});

test('one that is in the file twice is a mistake, one that is in the library stays as it is', () => {
  const text = rows('Hop,Function,Knee,Number,,', 'HOP,Function,Knee,Number,,', 'Reach,Function,Knee,Number,,');
  const read = readMeasureCsv(text, [{ Name: 'reach', Region: 'knee' }]);
  expect(read).toMatchObject({
    measures: [{ Name: 'Hop' }],
    known: [{ Name: 'Reach' }],
    bad: [{ line: 3, name: 'HOP', reasons: ['Line 2 has the same name and region.'] }],
  });
});

test.each([
  ['a mark that is not closed', 'Name\n"x', 'A quotation mark in line 2 is not closed.'],
  ['a strange column', 'Name,Price\nx,1', 'The column “Price” is not known.'],
  ['a column too few', 'Name,Region,Kind\nx,Knee,Number', 'The column “Goal type” is missing.'],
  ['a column twice', 'Name,Name,Goal type,Region,Kind\n', 'A column is in the file twice.'],
  ['no rows', rows(), 'The file has no measures.'],
  ['nothing', '', 'The column “Name” is missing.'],
  [
    'too many rows',
    rows(...Array.from({ length: mostRows + 1 }, (_, at) => `M${at},Function,Knee,Number,,`)),
    'At most 1000 measures can be imported at once.',
  ],
])('a file with %s is refused as a whole', (_name, text, refused) => {
  expect(readMeasureCsv(text, [])).toEqual({ refused });
});

test.each<[string, string[], string]>([
  ['Hop', [], 'Hop (copy)'],
  ['Hop', ['Hop (copy)', 'hop (COPY 2)'], 'Hop (copy 3)'],
  ['x'.repeat(120), [], `${'x'.repeat(113)} (copy)`],
])('a copy of %s beside %j', (Name, names, copy) => {
  const library = names.map((one) => ({ Name: one, Region: 'knee' as const }));
  expect(copyName({ Name, Region: 'knee' }, library)).toBe(copy);
});
