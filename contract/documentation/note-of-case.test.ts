import { expect, test } from 'vitest';
import { CaseId } from '../base/ids.ts';
import { newNoteRefusal, otherKindRefusal } from './note-of-case.ts';
import { noteTypes } from './note-types.ts';
import type { VisitNote } from './visit-note.ts';

const id = CaseId.parse('01990000-0000-7000-8000-000000000001');
const other = CaseId.parse('01990000-0000-7000-8000-000000000002');
const signed = { CaseId: id, NoteType: 'daily', signedAt: '2026-01-05T10:00:00.000Z' } as VisitNote;

test.each([
  ['addendum', signed, null],
  ['addendum', { ...signed, NoteType: 'communication' as const }, null],
  ['addendum', undefined, 'The note to add to was not found.'],
  ['addendum', null, 'The note to add to was not found.'],
  ['addendum', { ...signed, CaseId: other }, 'The note to add to belongs to another case.'],
  ['addendum', { ...signed, NoteType: 'addendum' as const }, 'Add to the note itself, not to its addendum.'],
  ['addendum', { ...signed, signedAt: null }, 'This note is not signed yet. Change the note itself.'],
  ['communication', null, null],
  ['communication', signed, 'Only an addendum is added to another note.'],
] as const)('%s beside %#: %s', (NoteType, parent, refusal) => {
  expect(newNoteRefusal({ NoteType, CaseId: id }, parent)).toBe(refusal);
});

const kinds = (NoteType: VisitNote['NoteType'], ofVisit: 'of a visit' | 'of a case' | 'added') =>
  ({ NoteId: id, VisitId: ofVisit === 'of a visit' ? id : ofVisit === 'added' ? other : null, NoteType }) as never;

test.each(noteTypes)('what becomes a note of kind %s', (next) => {
  const isOfVisit = next !== 'addendum' && next !== 'communication';
  expect(otherKindRefusal(kinds('daily', 'of a visit'), { NoteType: next }) === null).toBe(isOfVisit);
  expect(otherKindRefusal(kinds('communication', 'of a case'), { NoteType: next }) === null).toBe(
    next === 'communication',
  );
  expect(otherKindRefusal(kinds('addendum', 'added'), { NoteType: next }) === null).toBe(next === 'addendum');
});

test('a change that leaves the kind alone is not asked about', () => {
  expect(otherKindRefusal(kinds('addendum', 'added'), { Text: 'x' })).toBeNull();
});
