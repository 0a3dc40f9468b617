import { expect, test } from 'vitest';
import { keptReason, reasonInNotes, reasonOnceSigned, type DischargeReason } from './discharge-reason.ts';

const note = (NoteDate: string, dischargeReason: unknown, NoteType = 'discharge', AlsoTypes: string[] = []) => ({
  NoteType,
  AlsoTypes,
  NoteDate,
  Elements: { dischargeReason },
});

test.each<[string, ReturnType<typeof note>[], DischargeReason | null]>([
  ['of the discharge note', [note('2026-11-16', 'goalsMet')], 'goalsMet'],
  ['of the latest one', [note('2026-11-16', 'goalsMet'), note('2026-11-18', 'plateau')], 'plateau'],
  ['of a daily note that is one too', [note('2026-11-16', 'coverage', 'daily', ['discharge'])], 'coverage'],
  ['of the one that gives a reason', [note('2026-11-18', null), note('2026-11-16', 'goalsMet')], 'goalsMet'],
  ['not of another note', [note('2026-11-16', 'goalsMet', 'daily')], null],
  ['not what is no reason', [note('2026-11-16', 'because')], null],
  ['without notes', [], null],
])('the reason %s', (_name, notes, reason) => {
  expect(reasonInNotes(notes)).toBe(reason);
});

test.each<[string, Parameters<typeof keptReason>[0], DischargeReason | null]>([
  ['the one given', { DischargedAt: '2026-11-18', given: 'other', had: 'plateau', noted: 'goalsMet' }, 'other'],
  ['none where none is given', { DischargedAt: '2026-11-18', given: null, had: 'plateau', noted: 'goalsMet' }, null],
  [
    'of an older app the one it had',
    { DischargedAt: '2026-11-18', given: undefined, had: 'plateau', noted: 'goalsMet' },
    'plateau',
  ],
  ['or that of the note', { DischargedAt: '2026-11-18', given: undefined, had: null, noted: 'goalsMet' }, 'goalsMet'],
  ['none of an open case', { DischargedAt: null, given: 'other', had: 'plateau', noted: 'goalsMet' }, null],
])('a case keeps %s', (_name, from, reason) => {
  expect(keptReason(from)).toBe(reason);
});

test.each<[string, Parameters<typeof reasonOnceSigned>[0], DischargeReason | null]>([
  ['the note’s where none was given', { had: null, proposed: null, noted: 'goalsMet' }, 'goalsMet'],
  [
    'the note’s in the place of what it proposed before',
    { had: 'goalsMet', proposed: 'goalsMet', noted: 'plateau' },
    'plateau',
  ],
  ['the one both say', { had: 'plateau', proposed: 'goalsMet', noted: 'plateau' }, 'plateau'],
  [
    'what a person chose instead of the proposal',
    { had: 'coverage', proposed: 'goalsMet', noted: 'goalsMet' },
    'coverage',
  ],
  [
    'what a person chose, also where the note changed since',
    { had: 'coverage', proposed: null, noted: 'plateau' },
    'coverage',
  ],
  ['none where a person took the proposal out', { had: null, proposed: 'goalsMet', noted: 'goalsMet' }, null],
  ['what the note says instead of the one taken out', { had: null, proposed: 'goalsMet', noted: 'plateau' }, 'plateau'],
])('a signed note leaves on the case %s', (_name, from, reason) => {
  expect(reasonOnceSigned(from)).toBe(reason);
});
