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
  expect(elementWords('missedReason', 'constructor')).toBe('constructor');
  expect(elementWords('periodFrom', 'soon')).toBe('soon');
});

test('what Medicare asks of a chiropractor stands first, and stays where it was written', () => {
  const of = { ...unwritten, NoteType: 'eval' as const };
  const titles = (...more: Parameters<typeof sectionsOf>) => sectionsOf(...more).map(({ title }) => title);
  expect(titles(of, ['medicareChiropractic']).slice(0, 2)).toEqual(['Present illness', 'History']);
  expect(titles(of)[0]).toBe('History');
  expect(titles({ ...of, Sections: { PresentIllness: 'Lifted a box.' } })[0]).toBe('Present illness');
  expect(
    elementsOf({ ...of, NoteType: 'daily', Elements: { changeSince: 'worse', firstTreatment: '2026-01-05' } }),
  ).toEqual([
    { key: 'changeSince', label: 'Change since the last visit', words: 'Worse' },
    { key: 'firstTreatment', label: 'First treatment', words: '01/05/2026' },
  ]);
});
