import { expect, test } from 'vitest';
import { noteRow, testId } from '../testing/rows.ts';
import { cellOf } from './field-keys.ts';
import { copiedDays, copiedFromKey, isStillCopied } from './copied-sections.ts';

const copied = 'Pain is lower than on Monday. Slept well.';

test.each([
  ['untouched', copied, true],
  ['with more before and after it', `New stairs. ${copied} Climbed ten of them.`, true],
  ['with half of its words', 'Pain is lower than now.', true],
  ['with fewer of them', 'Pain is higher.', false],
  ['that repeats one word of it', 'Pain pain pain pain pain.', false],
  ['emptied', '', false],
])('a copied text %s', (_name, text, is) => {
  expect(isStillCopied(text, copied)).toBe(is);
});

test('nothing is copied of an empty text', () => {
  expect(isStillCopied('Pain.', '')).toBe(false);
});

test('each section tells the day of the note it was copied from, while that is on this device', () => {
  const NoteId = testId(41);
  const From = { NoteId: NoteId as never, at: '2026-11-18T10:00:00.000Z' };
  const source = { ...noteRow({ Plan: copied, Subjective: copied }), NoteId: NoteId as never, NoteDate: '2026-11-16' };
  const note = noteRow({ Plan: copied, Subjective: 'Rewritten.' });
  note.Cells = { [copiedFromKey('Plan')]: From, [copiedFromKey('Subjective')]: From };
  expect([...copiedDays(note, [source])]).toEqual([['Plan', '2026-11-16']]);
  expect([...copiedDays(note, [])]).toEqual([]);
});

test('the cell is one of the section', () => {
  expect(cellOf(copiedFromKey('Plan'))).toEqual({ owner: 'section', id: 'Plan', name: 'From' });
  expect(cellOf('section:plan.From')).toBeNull();
});
