import { expect, test } from 'vitest';
import { unwritten } from './note-field.ts';
import { elementsOf, elementWords, sectionsOf } from './shown-parts.ts';

test('a note shows what its kind asks for, then what was written under another kind', () => {
  const Sections = { Text: 'Left knee.', Plan: 'Kept from before.', Objective: ' ' };
  const titles = sectionsOf({ ...unwritten, NoteType: 'addendum', Sections }).map(({ title }) => title);
  expect(titles).toEqual(['Text', 'Plan']);
});

test('elements are told in words, those of another kind too', () => {
  const Elements = { missedReason: 'noShow', contact: null, periodFrom: '2026-01-05', withWhom: 'Dr. Lee' };
  expect(elementsOf({ ...unwritten, NoteType: 'missedVisit', Elements })).toEqual([
    { key: 'missedReason', label: 'Reason', words: 'No-show' },
    { key: 'periodFrom', label: 'Period from', words: '01/05/2026' },
    { key: 'withWhom', label: 'Person', words: 'Dr. Lee' },
  ]);
  expect(elementWords('missedReason', 'unknown')).toBe('unknown');
});
