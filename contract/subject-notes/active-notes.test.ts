import { describe, expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { SubjectNoteId } from '../base/ids.ts';
import { alertsOn, isExpired, orderedNotes } from './active-notes.ts';
import type { SubjectType } from './subject-note.ts';

const today = '2026-11-18';

test.each([
  [null, false],
  ['2026-11-17', true],
  ['2026-11-18', false],
  ['2026-11-19', false],
])('a note that expires on %s: expired on 2026-11-18 is %s', (ExpiresOn, expired) => {
  expect(isExpired({ ExpiresOn }, today)).toBe(expired);
});

const [own, other, patient] = [testId(11), testId(12), testId(1)];
const note = (n: number, more: object = {}) => ({
  SubjectNoteId: SubjectNoteId.parse(testId(n)),
  SubjectType: 'patient' as SubjectType,
  SubjectId: patient,
  IsPinned: false,
  IsAlert: true,
  ExpiresOn: null as string | null,
  WrittenAt: `2026-11-1${n}T15:00:00.000000+00:00` as string | null,
  updated_at: `2026-11-1${n}T15:00:00.000000+00:00`,
  ...more,
});
const ids = (notes: readonly { SubjectNoteId: string }[]) => notes.map(({ SubjectNoteId: id }) => Number(id.slice(-2)));

describe('the order of notes', () => {
  const pinned = { IsPinned: true };
  test.each([
    ['the newest first', [note(1), note(3), note(2)], [3, 2, 1], []],
    ['pinned ones before newer ones', [note(1, pinned), note(3), note(2, pinned)], [2, 1, 3], []],
    ['one that waits to be sent as it was made here', [note(3), note(5, { WrittenAt: null })], [5, 3], []],
    ['a later change moves none', [note(1, { updated_at: '2026-12-01T00:00:00.000000+00:00' }), note(2)], [2, 1], []],
    [
      'expired ones apart, pinned or not',
      [note(1, { ...pinned, ExpiresOn: '2026-11-17' }), note(2), note(3, { ExpiresOn: '2026-11-01' })],
      [2],
      [1, 3],
    ],
    ['none', [], [], []],
  ])('%s', (_name, notes, current, expired) => {
    const ordered = orderedNotes(notes, today);
    expect([ids(ordered.current), ids(ordered.expired)]).toEqual([current, expired]);
  });
});

describe('alerts', () => {
  const onCase = (SubjectId: string) => ({ SubjectType: 'case', SubjectId });
  const notes = [
    note(1),
    note(2, { IsAlert: false }),
    note(3, { ExpiresOn: '2026-11-17' }),
    note(4, onCase(own)),
    note(5, onCase(other)),
  ];
  test.each([
    ['of a chart are those of the patient and of every case', null, [5, 4, 1]],
    ['of a visit are those of the patient and of its case', own, [4, 1]],
    ['of a case without any are those of the patient', testId(13), [1]],
  ])('%s', (_name, CaseId, found) => {
    expect(ids(alertsOn(notes, today, CaseId))).toEqual(found);
  });
});
