import { describe, expect, test } from 'vitest';
import { examples } from '../testing/records.ts';
import { subjectNote, subjectRefusal, subjectTypes, type SubjectType } from './subject-note.ts';

const row = subjectNote.Row.parse(examples.subjectNotes.row);

test('a note may name each of the twelve subjects, and is taken on a patient or a case', () => {
  const types = Object.keys(subjectTypes) as SubjectType[];
  expect(types).toHaveLength(12);
  expect(types.filter((type) => subjectRefusal(type) === null)).toEqual(['patient', 'case']);
});

describe('as a whole', () => {
  test.each([
    ['text on a case', {}, {}],
    ['no text', { Text: '' }, { Text: 'Enter the note.' }],
    ['blank text', { Text: ' \n ' }, { Text: 'Enter the note.' }],
    [
      'a facility',
      { SubjectType: 'facility' as const },
      { SubjectType: 'Notes can be attached to a patient or a case only.' },
    ],
  ])('%s', (_name, changes, refusals) => {
    expect(subjectNote.check({ ...row, ...changes })).toEqual(refusals);
  });
});

test('a text has 4,000 characters at most, and its author is not for a call to say', () => {
  const change = (changes: object) => subjectNote.Change.safeParse({ id: row.SubjectNoteId, changes }).success;
  expect(change({ Text: 'x'.repeat(4000) })).toBe(true);
  expect(change({ Text: 'x'.repeat(4001) })).toBe(false);
  expect(change({ WrittenBy: 'Someone else' })).toBe(false);
});
