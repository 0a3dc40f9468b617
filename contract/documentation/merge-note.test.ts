import { expect, test } from 'vitest';
import { mergedNote } from './merge-note.ts';
import type { NoteRow } from './note-field.ts';
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

test('of what is neither text nor element the last one decides', () => {
  const changes = { NoteType: 'eval', TreatmentMinutes: 45 };
  const { merged, conflicts } = mergedNote(there, changes, { NoteType: 'progress', TreatmentMinutes: 30 });
  expect(merged).toEqual({ ...there, ...changes });
  expect(conflicts).toEqual([]);
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
