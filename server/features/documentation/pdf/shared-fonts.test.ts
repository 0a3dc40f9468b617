import { expect, test } from 'vitest';
import { definitionOf } from './layout.ts';
import { pdfOf } from './render.ts';

const printing = { name: 'Note', at: new Date('2026-11-18T10:00:00Z'), printed: 'Printed 11/18/2026' };
const drawn = (text: string) =>
  pdfOf(
    definitionOf(
      {
        letterhead: { name: 'Harborview', lines: ['1 Pier Road'] },
        patient: 'Mai O’Brien-Nguyễn',
        title: 'Daily note',
        about: [{ label: 'Date', words: '11/18/2026' }],
        mark: null,
        blocks: [{ is: 'section', title: 'Subjective', text }],
      },
      printing,
    ),
  );

test('a document is the same whatever was drawn with its fonts before, and holds only what it says', async () => {
  const first = await drawn('Walks 40\u00a0m, µ and hyphen-ated words: AVATAR, fi.');
  const other = await drawn('Спит лучше. Ωμέγα 12\u202f°.');
  expect((await drawn('Walks 40\u00a0m, µ and hyphen-ated words: AVATAR, fi.')).equals(first)).toBe(true);
  expect(other.equals(first)).toBe(false);
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
});
