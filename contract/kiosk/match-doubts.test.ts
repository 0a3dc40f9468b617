import { expect, test } from 'vitest';
import { doubtSentence, matchDoubts, type MatchDoubt } from './match-doubts.ts';

const DateOfBirth = '1958-03-14';

test.each<[string | null, string, string, MatchDoubt[]]>([
  [null, 'Alvarez', DateOfBirth, []],
  ['Rosa Alvarez', 'Alvarez', DateOfBirth, []],
  ['rosa álvarez', 'Alvarez', DateOfBirth, []],
  ['Rosa Alvarez', 'Alvarez Ruiz', DateOfBirth, []],
  ['Rosa Ruiz', 'Alvarez-Ruiz', DateOfBirth, []],
  ["Pat O'Brien", 'O’Brien', DateOfBirth, []],
  ['Rosa Alvarez', 'Adams', DateOfBirth, ['last name']],
  [null, 'Adams', '1990-01-01', ['birth date']],
  ['Rosa Alvarez', 'Alvarez', '1985-03-14', ['birth date']],
  ['Rosa Alvarez', 'Adams', '1990-01-01', ['birth date', 'last name']],
])('signed as %s, for a patient %s born %s: %j', (signedAs, LastName, born, doubts) => {
  expect(matchDoubts({ DateOfBirth, signedAs }, { LastName, DateOfBirth: born })).toEqual(doubts);
});

test.each<[MatchDoubt[], string]>([
  [['birth date'], 'The birth date of this arrival differs from the patient’s chart.'],
  [['birth date', 'last name'], 'The birth date and the last name of this arrival differ from the patient’s chart.'],
])('%j is said as %s', (doubts, sentence) => {
  expect(doubtSentence(doubts)).toBe(sentence);
});
