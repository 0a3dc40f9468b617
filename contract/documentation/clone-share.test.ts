import { describe, expect, test } from 'vitest';
import { cloneShare, isSameText, warnedCloneShare } from './clone-share.ts';

const note = (NoteId: string, Sections: Record<string, string>) => ({ NoteId, Sections });
const last = 'Patient walked to the clinic with a cane. Pain is lower than on Monday. Slept well.';

const shareOf = (text: string, other: string, template = '', section = 'Subjective') =>
  cloneShare({ [section]: text }, [note('n1', { [section]: other })], template)[section];

describe('how much of a section is copied', () => {
  test.each([
    ['nothing in common', 'Reports new tingling in the left hand since Sunday.', last, 0],
    ['all of it', last, last, 1],
    ['all, but for case, marks and lines', last.toUpperCase().replaceAll('. ', '\n'), last, 1],
    ['four words in a row are no copy', 'He walked to the clinic slowly today without any help at all.', last, 0],
    ['half', 'Pain is lower than on Monday. Climbed ten stairs without any rail.', last, 0.5],
    ['nothing written', '', last, 0],
    ['no earlier note', last, '', 0],
  ])('%s', (_name, text, other, share) => {
    expect(shareOf(text, other)?.share).toBeCloseTo(share, 5);
  });

  test('template text counts on neither side', () => {
    const template = 'Patient tolerated the treatment well and without adverse events. {{pain}} after.';
    const text = 'Patient tolerated the treatment well and without adverse events. Squats were new and clean.';
    const other = 'Patient tolerated the treatment well and without adverse events. Bridges were hard.';
    expect(shareOf(text, other, template)).toMatchObject({ share: 0, words: 5, spans: [] });
    expect(shareOf(other, other, template)).toMatchObject({ share: 1, words: 3 });
    expect(shareOf(text.slice(0, 63), text.slice(0, 63), template)).toMatchObject({ share: 0, words: 0 });
  });

  test.each([
    ['Progressing.', 'progressing', 1],
    ['Doing well today.', 'Doing well today', 1],
    ['Doing well today.', 'Doing well now', 0],
    ['', '', 0],
  ])('an Assessment “%s” after “%s”', (text, other, share) => {
    expect(shareOf(text, other, '', 'Assessment')?.share).toBe(share);
  });

  test('an identical Assessment is 1 also where it is the template’s', () => {
    const text = 'Patient tolerated the treatment well.';
    expect(shareOf(text, text, text, 'Assessment')?.share).toBe(1);
    expect(shareOf(text, text, text, 'Plan')?.share).toBe(0);
  });

  test('spans name the piece and its note, each section against the same one', () => {
    const text = 'New: pain is lower than on Monday. Then: range of motion is better in both knees.';
    const clone = cloneShare(
      { Subjective: text, Plan: text },
      [
        note('n3', { Subjective: last }),
        note('n2', {}),
        note('n1', { Subjective: 'Range of motion is better in both knees' }),
      ],
      '',
    );
    expect(clone['Subjective']?.spans.map((span) => [text.slice(span.start, span.end), span.NoteId])).toEqual([
      ['pain is lower than on Monday', 'n3'],
      ['range of motion is better in both knees', 'n1'],
    ]);
    expect(clone['Subjective']?.share).toBeGreaterThan(warnedCloneShare);
    expect(clone['Plan']).toMatchObject({ share: 0, spans: [] });
  });

  test('20,000 characters take little time', () => {
    const long = Array.from({ length: 3_000 }, (_, n) => `word${n % 700}`).join(' ');
    const started = performance.now();
    expect(shareOf(long, long)?.share).toBe(1);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

test('same text has the same words', () => {
  expect(isSameText('Better, 5/10.', 'better 5/10')).toBe(true);
  expect(isSameText('Better, 5/10.', 'better 4/10')).toBe(false);
  expect(isSameText('', '')).toBe(false);
});
