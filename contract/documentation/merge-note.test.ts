import { expect, test } from 'vitest';
import { copiedFromKey } from './copied-sections.ts';
import { mergedNote, withOrigins } from './merge-note.ts';
import { testId } from '../testing/rows.ts';
import { cellKey } from './field-keys.ts';
import { fieldText, noteField, unwritten, valueOfText, type NoteRow } from './note-field.ts';
import { NoteChanges } from './note-fields.ts';

const there: NoteRow = {
  NoteType: 'daily',
  AlsoTypes: [],
  CosignerProviderId: null,
  TreatmentMinutes: null,
  Sections: { Subjective: 'server', Assessment: 'a', Plan: 'p' },
  Elements: { contact: 'message' },
  Cells: {},
};

test.each([
  ['what is still as at the start changes', { Subjective: 'mine' }, { Subjective: 'server' }, 'mine', []],
  ['the same text twice is no conflict', { Subjective: 'server' }, { Subjective: 'old' }, 'server', []],
  ['another text is a conflict and stays', { Subjective: 'mine' }, { Subjective: 'old' }, 'server', ['Subjective']],
  ['a direct call has no base', { Subjective: 'mine' }, {}, 'mine', []],
  ['a note that did not exist started empty', { Subjective: 'mine' }, { Subjective: null }, 'server', ['Subjective']],
])('%s', (_name, mine, base, text, conflicts) => {
  const result = mergedNote(there, mine, base);
  expect(result.merged).toEqual({ ...there, Sections: { ...there.Sections, Subjective: text } });
  expect(result).toMatchObject({ conflicts, isChanged: text !== 'server' });
});

test('fields do not disturb each other, and elements merge as texts do', () => {
  const { merged, conflicts } = mergedNote(
    there,
    { Objective: 'o', Plan: 'mine', contact: 'reached', missedReason: 'illness' },
    { Objective: '', Plan: 'old', contact: null, missedReason: null },
  );
  expect(merged.Sections['Objective']).toBe('o');
  expect(merged.Elements).toEqual({ contact: 'message', missedReason: 'illness' });
  expect(conflicts).toEqual(['Plan', 'contact']);
});

test('of what is chosen of a note the last one decides', () => {
  const changes = { NoteType: 'eval' };
  const { merged, conflicts } = mergedNote(there, changes, { NoteType: 'progress' });
  expect(merged).toEqual({ ...there, ...changes });
  expect(conflicts).toEqual([]);
});

test.each([
  ['over nothing', null, null, 45, []],
  ['over what they started from', 30, 30, 45, []],
  ['not over what another typed', 50, 30, 50, ['TreatmentMinutes']],
  ['not over what another typed where nothing was', 50, null, 50, ['TreatmentMinutes']],
  ['where another typed the same', 45, 30, 45, []],
])('minutes that somebody typed go %s', (_name, TreatmentMinutes, base, kept, conflicts) => {
  const result = mergedNote({ ...there, TreatmentMinutes }, { TreatmentMinutes: 45 }, { TreatmentMinutes: base });
  expect([result.merged.TreatmentMinutes, result.conflicts]).toEqual([kept, conflicts]);
});

test('a field that is named as what every object knows is a field like any other', () => {
  for (const field of ['constructor', 'toString', 'valueOf']) {
    const { merged, conflicts } = mergedNote(there, { [field]: 'x' }, { [field]: null });
    expect([merged.Elements[field], conflicts]).toEqual(['x', []]);
  }
});

const [knee, hip] = [cellKey('measure', testId(1), 'Value'), cellKey('measure', testId(2), 'Value')];
const pain = cellKey('measure', testId(1), 'Pain');
const from = cellKey('measure', testId(1), 'From');

test('cells merge one by one: another value of the same cell is a conflict, one beside it is none', () => {
  const now = { ...there, Cells: { [knee]: 120, [hip]: '4+' } };
  const result = mergedNote(now, { [knee]: 130, [hip]: null, [pain]: 3 }, { [knee]: 110, [hip]: '4+', [pain]: null });
  expect(result).toMatchObject({ conflicts: [knee], isChanged: true });
  // An emptied cell is kept as nothing, as an element is.
  expect(result.merged.Cells).toEqual({ [knee]: 120, [hip]: null, [pain]: 3 });
  expect(result.merged.Sections).toEqual(there.Sections);
});

test('where a value came from goes with the last one who set it', () => {
  const taken = { NoteId: testId(8), at: '2026-01-05T10:00:00.000Z' };
  const { merged, conflicts } = mergedNote({ ...there, Cells: { [from]: null } }, { [from]: taken }, { [from]: {} });
  expect([merged.Cells[from], conflicts]).toEqual([taken, []]);
});

test.each<[string, Record<string, unknown>, unknown, unknown, string[]]>([
  ['not over another value', { [knee]: 120 }, 120, null, [knee]],
  ['with a value that is taken', { [knee]: 100 }, 105, { NoteId: testId(8) }, []],
  ['with a value that is there already', { [knee]: 105 }, 105, { NoteId: testId(8) }, []],
])('where a value came from goes with it: %s', (_name, Cells, value, origin, conflicts) => {
  const changes = { [from]: { NoteId: testId(8) }, [knee]: 105 };
  const now = { ...there, Cells: { [from]: null, ...Cells } as NoteRow['Cells'] };
  const result = mergedNote(now, changes, { [knee]: 100, [from]: null });
  expect([result.merged.Cells[knee], result.merged.Cells[from], result.conflicts]).toEqual([value, origin, conflicts]);
  expect(result.isChanged).toBe(conflicts.length === 0);
});

/** A note with something in every part that has a save of its own. */
const mark = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: null, Intensity: 4 };
const whole: NoteRow = {
  ...there,
  TreatmentMinutes: 45,
  Cells: {
    [knee]: 120,
    [pain]: 3,
    [cellKey('goal', testId(3), 'Status')]: 'progressing',
    [cellKey('mark', testId(4), 'Mark')]: mark,
    [cellKey('segment', 'C5', 'Pain')]: 'local',
    [cellKey('template', testId(5), 'Used')]: true,
  } as NoteRow['Cells'],
};
const fieldsOfWhole = [
  'TreatmentMinutes',
  ...[whole.Sections, whole.Elements, whole.Cells].flatMap((part) => Object.keys(part)),
];

test.each(fieldsOfWhole.flatMap((field) => [['changed', field] as const, ['emptied', field] as const]))(
  'saving one part never deletes another: %s, %s',
  (how, field) => {
    const other = { TreatmentMinutes: 50, Subjective: 'mine', contact: 'reached' }[field] ?? 'other';
    const mine = how === 'changed' ? other : noteField(unwritten, field);
    const { merged, conflicts } = mergedNote(whole, { [field]: mine }, { [field]: noteField(whole, field) });
    expect([noteField(merged, field), conflicts]).toEqual([mine, []]);
    for (const each of fieldsOfWhole.filter((one) => one !== field))
      expect(noteField(merged, each), each).toEqual(noteField(whole, each));
  },
);

const goal = (name: string) => cellKey('goal', testId(3), name);

test.each<[string, unknown, boolean]>([
  [knee, 120.5, true],
  [knee, 'not a number yet', true],
  [knee, ['aching', 'sharp'], true],
  [knee, null, true],
  [knee, 'x'.repeat(61), false],
  [knee, true, false],
  [knee, Array.from({ length: 41 }, () => 'x'), false],
  [pain, 10, true],
  [pain, 11, false],
  [pain, 2.5, false],
  [pain, '3', false],
  [cellKey('measure', testId(1), 'EndFeel'), 'firm', true],
  [cellKey('measure', testId(1), 'EndFeel'), 'odd', false],
  [cellKey('measure', testId(1), 'Comment'), 'x'.repeat(500), true],
  [cellKey('measure', testId(1), 'Comment'), 'x'.repeat(501), false],
  [cellKey('measure', testId(1), 'NotTested'), 'too painful', true],
  [cellKey('measure', testId(1), 'NotTested'), 'x'.repeat(121), false],
  [from, { NoteId: testId(8), at: '2026-01-05T10:00:00.000Z' }, true],
  [from, { NoteId: 'x', at: 'y' }, false],
  [goal('Status'), 'met', true],
  [goal('Status'), 'done', false],
  [goal('Percent'), 100, true],
  [goal('Percent'), 101, false],
  [goal('Current'), 'walks 200 m', true],
  [goal('Value'), 'x', false],
  ['measure:not-an-id.Value', 1, false],
  [cellKey('measure', testId(1).toUpperCase().replace('0', 'A'), 'Value'), 1, false],
  [`${knee}.Value`, 1, false],
  [`x${knee}`, 1, false],
])('a save may hold %s = %j: %s', (field, value, isRead) => {
  expect(NoteChanges.safeParse({ [field]: value }).success).toBe(isRead);
});

test('a call holds at most 400 fields', () => {
  const cells = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [cellKey('measure', testId(n), 'Value'), n]));
  expect([NoteChanges.safeParse(cells(400)).success, NoteChanges.safeParse(cells(401)).success]).toEqual([true, false]);
});

test.each([
  { [knee]: 120 },
  { [knee]: '12o' },
  { [knee]: ['aching'] },
  { [knee]: null },
  { Plan: '120' },
  { contact: 'reached' },
  { contact: null },
])('what %j holds is the same after it was a text', (changes) => {
  const [[field, value] = ['', null]] = Object.entries<unknown>(changes);
  expect(valueOfText(field, fieldText(field, value))).toEqual(value);
});

test.each([
  [{ Plan: 'p\u0000q', contact: null, TreatmentMinutes: 40, AlsoTypes: ['recert'] }, true],
  [{ Plan: null }, false],
  [{ contact: 3 }, false],
  [{ NoteType: 'letter' }, false],
  [{ TreatmentMinutes: 481 }, false],
  [{ AlsoTypes: ['eval'] }, false],
  [{ __proto: 'x' }, false],
  [{ signedAt: '2026-01-05T10:00:00.000Z', 'a b': 'x' }, false],
])('which fields a save may hold, %#', (changes, isRead) => {
  const read = NoteChanges.safeParse(changes);
  expect(read.success).toBe(isRead);
  expect(read.data?.['Plan']).toBe(isRead ? 'pq' : undefined);
});

test('a value that comes without where it came from was typed by hand', () => {
  const [value, from] = [cellKey('measure', testId(1), 'Value'), cellKey('measure', testId(1), 'From')];
  const taken = { NoteId: testId(2), at: '2026-01-05T10:00:00.000Z' };
  expect(withOrigins({ [value]: 92 })).toEqual({ [value]: 92, [from]: null });
  expect(withOrigins({ [value]: 92, [from]: taken })).toEqual({ [value]: 92, [from]: taken });
  expect(withOrigins({ [from]: taken, Plan: 'x' })).toEqual({ [from]: taken, Plan: 'x' });
  const now = { ...unwritten, Cells: { [value]: 90, [from]: taken as never } };
  expect(mergedNote(now, withOrigins({ [value]: 92 }), { [value]: 90 }).merged.Cells).toEqual({
    [value]: 92,
    [from]: null,
  });
  // One that was not taken leaves where it came from, too.
  expect(mergedNote(now, withOrigins({ [value]: 92 }), { [value]: 80 })).toMatchObject({
    conflicts: [value],
    merged: now,
  });
});

test('where a text was copied from stays with it: typing leaves it, and a conflict holds both back', () => {
  const from = copiedFromKey('Plan');
  const taken = { NoteId: testId(2), at: '2026-01-05T10:00:00.000Z' };
  expect(withOrigins({ Plan: 'Stairs, twice.' })).toEqual({ Plan: 'Stairs, twice.' });
  const now = { ...unwritten, Sections: { Plan: 'theirs' } };
  const copied = { Plan: 'Stairs.', [from]: taken };
  expect(mergedNote(now, copied, { Plan: '', [from]: null })).toMatchObject({
    conflicts: ['Plan'],
    isChanged: false,
    merged: now,
  });
  expect(mergedNote(now, copied, { Plan: 'theirs', [from]: null }).merged).toMatchObject({
    Sections: { Plan: 'Stairs.' },
    Cells: { [from]: taken },
  });
});
