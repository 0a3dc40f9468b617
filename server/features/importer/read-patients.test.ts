import { expect, test } from 'vitest';
import { Line } from '#contract/base/text.ts';
import { decodeText } from '#contract/importer/decode.ts';
import { readTable } from './csv-table.ts';
import { readPatients } from './read-patients.ts';

const read = (first: string, middle: string, last: string, city = 'Salem') =>
  readPatients(
    [
      readTable({
        name: 'patients.csv',
        text: `FIRST,MIDDLE,LAST,BIRTHDATE,CITY\n"${first}","${middle}","${last}",1985-03-04,${city}\n`,
      }),
    ],
    '2026-11-18',
  );
const reasons = (...cells: [string, string, string, string?]) => read(...cells).problems.map(({ reason }) => reason);

const invisible = ['\u200B', '\u3164', '\u115F', '\u1160', '\u2800', '\uFFA0', '\u200D\u3164', '\u00AD'];

test.each(invisible)('a name of %j alone is refused as the forms refuse it', (blank) => {
  expect(Line(60).safeParse(blank).success).toBe(false);
  expect(reasons(blank, '', 'Brook')).toEqual(['The first name is missing.']);
  expect(reasons('Ann', '', blank)).toEqual(['The last name is missing.']);
});

test.each<[string, string | null, string | null]>([
  ...invisible.map(
    (blank) => [blank, 'MIDDLE could not be read and was left empty.', null] satisfies [string, string, null],
  ),
  ['M\uFFFDx', 'MIDDLE could not be read and was left empty.', null],
  ['Mary\nAnn', 'MIDDLE goes over several lines and was left empty.', null],
  ['x'.repeat(61), 'MIDDLE is longer than 60 characters and was cut.', 'x'.repeat(60)],
  ['Mary Ann', null, 'Mary Ann'],
])('a middle name %j is told: %s', (middle, reason, kept) => {
  const { patients, problems } = read('Ann', middle, 'Brook');
  expect(problems.map((one) => [one.severity, one.line, one.reason])).toEqual(
    reason === null ? [] : [['warning', 2, reason]],
  );
  expect(patients[0]?.MiddleName).toBe(kept);
});

test('a file of UTF-8 with bad bytes is read, and each row with one is told by number', () => {
  const bytes = (text: string) => [...new TextEncoder().encode(text)];
  const bad = 0xe9;
  const text = decodeText(
    Uint8Array.from([
      ...bytes('FIRST,LAST,BIRTHDATE,CITY\nJosé,Núñez,1985-03-04,Salem\nRen'),
      bad,
      ...bytes(',Brook,1985-03-05,Salem\nZoë,Hart,1985-03-06,M'),
      bad,
      ...bytes('rida\nAna,Peña,1985-03-07,Salem\n'),
    ]),
  );
  const { patients, problems } = readPatients([readTable({ name: 'mixed.csv', text: text ?? '' })], '2026-11-18');
  expect(problems.map(({ line, severity, reason }) => `${line} ${severity}: ${reason}`)).toEqual([
    '3 error: The first name has characters that could not be read.',
    '4 warning: CITY has characters that could not be read.',
  ]);
  expect(patients.map(({ FirstName, LastName }) => `${FirstName} ${LastName}`)).toEqual([
    'José Núñez',
    'Zoë Hart',
    'Ana Peña',
  ]);
});

test('a city of invisible characters is left empty, and told', () => {
  const { patients, problems } = read('Ann', '', 'Brook', '\u3164');
  expect(problems.map(({ reason }) => reason)).toEqual(['CITY could not be read and was left empty.']);
  expect(patients[0]?.City).toBeNull();
});
