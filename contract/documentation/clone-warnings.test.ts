import { describe, expect, test } from 'vitest';
import { NoteId } from '../base/ids.ts';
import { noteRow, testId } from '../testing/rows.ts';
import { clonesOf, cloneWarnings, sharePercent, signedBefore } from './clone-warnings.ts';

const said = 'Pain is lower than on Monday. Slept well and walked to the clinic.';
const own = 'Climbed ten stairs at home without any rail, and it was the first time since surgery.';
const signedOn = (n: number, NoteDate: string, Sections: Record<string, string> = { Subjective: said }) =>
  noteRow(Sections, {
    NoteId: NoteId.parse(testId(n)),
    VisitId: null,
    NoteDate,
    signedAt: `${NoteDate}T18:00:00.000000+00:00`,
  });
const now = { NoteId: NoteId.parse(testId(50)), NoteDate: '2026-11-18' };

describe('the notes a note is compared with', () => {
  test('are the last three signed ones of its day and before, the latest first', () => {
    const notes = [
      signedOn(11, '2026-11-02'),
      signedOn(14, '2026-11-16'),
      signedOn(12, '2026-11-04'),
      signedOn(15, '2026-11-20'),
      signedOn(13, '2026-11-09'),
    ];
    expect(signedBefore(notes, now).map((one) => one.NoteDate)).toEqual(['2026-11-16', '2026-11-09', '2026-11-04']);
  });

  test('are none of its own, of those not signed, added to others, or without these sections', () => {
    const row = signedOn(11, '2026-11-02');
    const others = [
      { ...row, NoteId: now.NoteId },
      { ...row, signedAt: null },
      { ...row, ParentNoteId: NoteId.parse(testId(12)) },
      { ...row, Sections: { Summary: said } },
      { ...row, Sections: { Subjective: '  ' } },
    ];
    expect(signedBefore(others, now)).toEqual([]);
  });
});

describe('the warning before signing', () => {
  const before = [signedOn(11, '2026-11-16', { Subjective: said, Assessment: own, Plan: 'Go on.' })];
  const warned = (Sections: Record<string, string>, template = '') =>
    cloneWarnings({ Sections }, before, template).map(({ sentence }) => sentence);

  test.each<[string, Record<string, string>, string[]]>([
    ['a text of its own', { Subjective: own }, []],
    ['all of a section', { Subjective: said }, ['Repeats earlier notes: Subjective (100%).']],
    [
      'two sections',
      { Subjective: `${said} Yes.`, Assessment: own },
      ['Repeats earlier notes: Subjective (92%), Assessment (100%).'],
    ],
    ['half of it', { Subjective: `${said} ${own}` }, []],
    ['a plan of two words', { Plan: 'Go on.' }, []],
    ['what an earlier note says elsewhere', { Assessment: said }, []],
    ['a section that is not compared', { Objective: said }, []],
  ])('%s', (_name, sections, sentences) => expect(warned(sections)).toEqual(sentences));

  test('needs a reason', () => {
    expect(cloneWarnings({ Sections: { Subjective: said } }, before, '')).toEqual([
      { key: 'cloned', sentence: 'Repeats earlier notes: Subjective (100%).', needsReason: true },
    ]);
  });

  test('is not about text of a template', () => {
    expect(warned({ Subjective: said }, said)).toEqual([]);
    expect(clonesOf({ Sections: { Subjective: said } }, before, said)).toEqual({});
  });
});

test.each([
  [0, 0],
  [0.7999, 79],
  [0.8, 80],
  [0.999, 99],
  [1, 100],
])('a share of %s is %s percent', (share, percent) => expect(sharePercent(share)).toBe(percent));
