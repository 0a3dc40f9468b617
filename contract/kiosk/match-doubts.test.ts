import { expect, test } from 'vitest';
import { doubtSentence, matchDoubts, type MatchDoubt } from './match-doubts.ts';

const DateOfBirth = '1958-03-14';

test.each<[string | null, string, string, MatchDoubt[]]>([
  [null, 'Alvarez', DateOfBirth, []],
  ['Rosa Alvarez', 'Alvarez', DateOfBirth, []],
  ['rosa álvarez', 'Alvarez', DateOfBirth, []],
  ['Rosa Alvarez Ruiz', 'Alvarez-Ruiz', DateOfBirth, []],
  ['Rosa Alvarez', 'Alvarez Ruiz', DateOfBirth, ['last name']],
  ["Rosa O'Brien", 'O’Brien', DateOfBirth, []],
  // Whole words alone, and a name of none fits nothing.
  ['Rosa Kathleen', 'Lee', DateOfBirth, ['last name']],
  ['Rosa Olivia', 'Li', DateOfBirth, ['last name']],
  ['Rosa Young', 'Ng', DateOfBirth, ['last name']],
  ['Rosa Alvarez', '-', DateOfBirth, ['last name']],
  // The first name, or its first letter.
  ['R. Alvarez', 'Alvarez', DateOfBirth, []],
  ['Rosie Alvarez', 'Alvarez', DateOfBirth, []],
  ['Alvarez, Rosa', 'Alvarez', DateOfBirth, []],
  ['Luis Alvarez', 'Alvarez', DateOfBirth, ['first name']],
  ['Rosa Alvarez', 'Adams', DateOfBirth, ['last name']],
  [null, 'Adams', '1990-01-01', ['birth date']],
  ['Rosa Alvarez', 'Alvarez', '1985-03-14', ['birth date']],
  ['Rosa Alvarez', 'Adams', '1990-01-01', ['birth date', 'last name']],
])('signed as %s, for a patient %s born %s: %j', (signedAs, LastName, born, doubts) => {
  expect(matchDoubts({ DateOfBirth, signedAs }, { FirstName: 'Rosa Maria', LastName, DateOfBirth: born })).toEqual(
    doubts,
  );
});

test.each<[MatchDoubt[], string]>([
  [['birth date'], 'The birth date of this arrival differs from the patient’s chart.'],
  [
    ['birth date', 'first name', 'last name'],
    'The birth date, the first name and the last name of this arrival differ from the patient’s chart.',
  ],
  [['birth date', 'last name'], 'The birth date and the last name of this arrival differ from the patient’s chart.'],
])('%j is said as %s', (doubts, sentence) => {
  expect(doubtSentence(doubts)).toBe(sentence);
});
