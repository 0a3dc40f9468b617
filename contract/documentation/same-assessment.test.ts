import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { unwritten } from './note-field.ts';
import { sameAssessment } from './same-assessment.ts';

const id = (n: number) => testId(n) as never;
const at = (time: string) => `2026-01-12T${time}:00.000Z`;
const signed = (
  NoteId: number,
  NoteDate: string,
  Assessment: string | null,
  signedAt: string | null = at('10:00'),
) => ({
  NoteId: id(NoteId),
  NoteDate,
  signedAt,
  Sections: Assessment === null ? {} : { Assessment },
});
const text = 'Strength improves. Needs cues on stairs.';
const own = (Assessment: string, more = {}) => ({
  ...unwritten,
  NoteId: id(9),
  NoteDate: '2026-01-14',
  Sections: { Assessment },
  ...more,
});
const same = ['Assessment is identical to that of 01/12/2026. Describe today’s changes.'];

test.each([
  ['the same', text, same],
  ['the same in other case and spaces', `  STRENGTH improves.\n\nneeds  cues on stairs. `, same],
  ['the same in another form of the same letters', 'Strength improves.\u00a0Needs cues on stairs.', same],
  ['the same with signs that nobody sees', 'Strength\u200b improves. Needs\u00ad cues on stairs.\ufeff', same],
  ['one word more', `${text} Less today.`, []],
  ['another sign', 'Strength improves, needs cues on stairs.', []],
  ['nothing yet', '  ', []],
])('an assessment that is %s', (_name, written, sentences) => {
  expect(sameAssessment(own(written), [signed(1, '2026-01-12', text)])).toEqual(sentences);
});

test.each([
  ['no other note', []],
  ['itself', [signed(9, '2026-01-14', text)]],
  ['one that nobody signed', [signed(1, '2026-01-12', text, null)]],
  [
    'one after the next, signed earlier',
    [signed(1, '2026-01-16', text), signed(2, '2026-01-15', 'Worse.', at('11:00'))],
  ],
  ['one signed earlier the next day', [signed(1, '2026-01-15', text), signed(2, '2026-01-15', 'Worse.', at('11:00'))]],
  ['one before the last', [signed(1, '2026-01-09', text), signed(2, '2026-01-12', 'Worse.')]],
  ['one signed earlier that day', [signed(2, '2026-01-12', 'Worse.', at('11:00')), signed(1, '2026-01-12', text)]],
])('is compared with its neighbors and the last signature, not with %s', (_name, notes) => {
  expect(sameAssessment(own(text), notes)).toEqual([]);
});

const sameAs = (day: string) => [`Assessment is identical to that of ${day}. Describe today’s changes.`];
test.each([
  ['the next day, signed before it', [signed(1, '2026-01-15', text)], '01/15/2026'],
  [
    'the next day with others signed later',
    [signed(1, '2026-01-15', text), signed(2, '2026-01-16', 'Worse.', at('11:00'))],
    '01/15/2026',
  ],
  [
    'the signature given last, of a day further on',
    [signed(1, '2026-01-15', 'Worse.'), signed(2, '2026-01-20', text, at('11:00'))],
    '01/20/2026',
  ],
  [
    'the signature given last, of a day further back',
    [signed(1, '2026-01-13', 'Worse.'), signed(2, '2026-01-05', text, at('11:00'))],
    '01/05/2026',
  ],
] as const)('it is not that of %s either', (_name, notes, day) => {
  expect(sameAssessment(own(text), notes)).toEqual(sameAs(day));
});

test('a note in between without an assessment does not make it new', () => {
  const notes = [signed(1, '2026-01-12', text), signed(2, '2026-01-13', null), signed(3, '2026-01-13', '  ')];
  expect(sameAssessment(own(text), notes)).toEqual(same);
});

test('a kind that has no assessment has none to compare', () => {
  expect(sameAssessment(own(text, { NoteType: 'communication' }), [signed(1, '2026-01-12', text)])).toEqual([]);
  expect(sameAssessment(own(text, { NoteType: 'progress' }), [signed(1, '2026-01-12', text)])).toEqual(same);
});
