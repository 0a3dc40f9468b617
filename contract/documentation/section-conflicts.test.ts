import { expect, test } from 'vitest';
import { NoteId } from '../base/ids.ts';
import { testId } from '../testing/rows.ts';
import { copiedFromKey } from './copied-sections.ts';
import { cellKey } from './field-keys.ts';
import { unwritten, valueOfText, type NoteRow } from './note-field.ts';
import { choicesFor, originsOf, resolvedText, sectionConflicts, type RefusedSave } from './section-conflicts.ts';

const noteOf = (Sections: Record<string, string>): NoteRow => ({
  ...unwritten,
  Sections,
});
const texts = { Subjective: 'theirs', Plan: 'their plan' };
const theirs = noteOf(texts);
const save = (changes: RefusedSave['changes'], base: Record<string, unknown>, current: unknown = theirs) => ({
  changes,
  base,
  current,
});
const subjective = (base: string, mine: string) => [{ section: 'Subjective', base, mine, theirs: 'theirs' }];

test.each<[string, RefusedSave[], unknown]>([
  ['one section in three versions', [save({ Subjective: 'mine' }, { Subjective: 'was' })], subjective('was', 'mine')],
  [
    'a section that was taken is decided',
    [save({ Subjective: 'mine', Plan: 'their plan' }, { Subjective: '' })],
    subjective('', 'mine'),
  ],
  [
    'a section that was taken and changed by others since is decided too',
    [save({ Subjective: 'mine', Plan: 'my plan' }, {}, noteOf({ ...texts, Plan: 'my plan' }))],
    subjective('', 'mine'),
  ],
  ['the same text has nothing to decide', [save({ Subjective: 'theirs' }, {}, null)], []],
  [
    'a later save that went on from the first stands for both',
    [save({ Subjective: 'mine' }, { Subjective: 'was' }), save({ Subjective: 'mine, later' }, { Subjective: 'mine' })],
    subjective('was', 'mine, later'),
  ],
  [
    'a later save that started anew is set behind, and what follows goes on from it',
    [
      save({ Subjective: 'mine' }, { Subjective: 'was' }),
      save({ Subjective: 'other' }, { Subjective: 'theirs, then' }),
      save({ Subjective: 'other, later' }, { Subjective: 'other' }),
    ],
    subjective('was', 'mine\n\nother, later'),
  ],
  [
    'a note that did not exist started empty',
    [save({ Subjective: 'mine' }, { Subjective: null }, null)],
    subjective('', 'mine'),
  ],
])('%s', (_name, saves, expected) => {
  expect(sectionConflicts(saves, theirs)).toEqual(expected);
});

test.each([
  ['mine', 'mine'],
  ['theirs', 'theirs'],
  ['both', 'theirs\n\nmine'],
  ['edit', 'by hand'],
] as const)('%s leads to %s', (choice, text) => {
  const conflict = { section: 'Subjective' as const, base: '', mine: 'mine', theirs: 'theirs' };
  expect(resolvedText(conflict, choice, 'by hand')).toBe(text);
  expect(resolvedText({ ...conflict, theirs: ' ' }, 'both', '')).toBe('mine');
});

test('an element is one or the other; what the last one decides is never asked', () => {
  const mine = [save({ contact: 'reached', NoteType: 'eval' }, { contact: null, NoteType: 'daily' }, null)];
  const there = { ...theirs, Elements: { contact: 'message' } };
  const conflict = { section: 'contact', base: '', mine: 'reached', theirs: 'message' };
  expect(sectionConflicts(mine, there)).toEqual([conflict]);
  expect(choicesFor(conflict)).toEqual(['mine', 'theirs']);
  expect(choicesFor({ section: 'Plan' })).toHaveLength(4);
});

test('a cell is one or the other, and stays the number it was; where it came from is never asked', () => {
  const [knee, from] = [cellKey('measure', testId(1), 'Value'), cellKey('measure', testId(1), 'From')];
  const taken = { NoteId: testId(8), at: '2026-01-05T10:00:00.000Z' };
  const mine = [
    save({ [knee]: 110, [from]: null }, { [knee]: 90, [from]: taken }),
    save({ [knee]: 115 }, { [knee]: 110 }),
  ];
  const there = { ...theirs, Cells: { [knee]: 120 } };
  const conflict = { section: knee, base: '90', mine: '115', theirs: '120' };
  expect(sectionConflicts(mine, there)).toEqual([conflict]);
  expect(choicesFor(conflict)).toEqual(['mine', 'theirs']);
  expect(sectionConflicts([save({ [knee]: 120 }, { [knee]: 90 })], there)).toEqual([]);
});

test('where my value came from is that of the last save that set it, and nowhere where that said none', () => {
  const [knee, from] = [cellKey('measure', testId(1), 'Value'), cellKey('measure', testId(1), 'From')];
  const hip = cellKey('measure', testId(2), 'Value');
  const taken = { NoteId: NoteId.parse(testId(8)), at: '2026-01-05T10:00:00.000Z' };
  const over = save({ [knee]: 105, [from]: taken }, { [knee]: 90 });
  expect(originsOf([over, save({ [hip]: 2, Plan: 'p' }, {})])).toEqual({
    [from]: taken,
    [cellKey('measure', testId(2), 'From')]: null,
  });
  expect(originsOf([over, save({ [knee]: 110 }, { [knee]: 90 })])).toEqual({ [from]: null });
  expect(originsOf([save({ [cellKey('goal', testId(3), 'Status')]: 'met' }, {})])).toEqual({});
});

test('where my text was copied from stays with it, also where I typed on', () => {
  const from = copiedFromKey('Plan');
  const taken = { NoteId: NoteId.parse(testId(8)), at: '2026-01-05T10:00:00.000Z' };
  const copied = save({ Plan: 'Stairs.', [from]: taken }, { Plan: '', [from]: null });
  expect(originsOf([copied, save({ Plan: 'Stairs, twice.' }, { Plan: 'Stairs.' })])).toEqual({ [from]: taken });
  expect(originsOf([copied, save({ Plan: '', [from]: null }, { Plan: 'Stairs.' })])).toEqual({ [from]: null });
  expect(originsOf([save({ Plan: 'p', TreatmentMinutes: 45, NoteType: 'eval' }, {})])).toEqual({});
});

test('minutes are decided as the number they are', () => {
  const now = { ...theirs, TreatmentMinutes: 50 };
  const refused = save({ TreatmentMinutes: 45 }, { TreatmentMinutes: null }, now);
  const [conflict] = sectionConflicts([refused], now);
  expect(conflict).toEqual({ section: 'TreatmentMinutes', base: '', mine: '45', theirs: '50' });
  expect(choicesFor({ section: 'TreatmentMinutes' })).toEqual(['mine', 'theirs']);
  expect(valueOfText('TreatmentMinutes', '45')).toBe(45);
  expect(valueOfText('TreatmentMinutes', '')).toBeNull();
});
