import { expect, test } from 'vitest';
import { noteRow, patient, testId, visit } from '#contract/testing/rows.ts';
import { callDetail } from '#shared/call-words.ts';
import type { Conflict } from '#shared/conflict-views.ts';
import { documentationViews } from './conflict-views.ts';

const detailOf = (changes: object) =>
  callDetail(documentationViews['documentation.save'], { name: 'documentation.save', input: { changes } });

test.each([
  [
    'of a visit',
    visit,
    { NoteId: visit.VisitId },
    null,
    `/patients/${patient.PatientId}?visit=${visit.VisitId}&compare=note`,
  ],
  ['added to it', visit, { NoteId: testId(77) }, null, `/patients/${patient.PatientId}?visit=${visit.VisitId}`],
  [
    'of the case alone',
    undefined,
    {},
    noteRow({}, { VisitId: null }),
    `/patients/${patient.PatientId}?tab=documentation`,
  ],
  ['of a visit that is not here', undefined, {}, noteRow(), undefined],
])('refused text of a note %s is decided where that note is', (_name, at, of, current, path) => {
  const input = { id: visit.CaseId, VisitId: at?.VisitId ?? null, changes: { Plan: 'Stairs.' }, ...of };
  const conflict = { call: { input, current } as unknown as Conflict['call'], visit: at };
  const { link, copy } = documentationViews['documentation.save'];
  expect(link(conflict)?.path).toBe(path);
  expect(copy(conflict)).toBe(path === undefined ? 'Plan\nStairs.' : null);
});

test('a change of a note is told by the names of its fields, of cells by what they are about', () => {
  expect(detailOf({ Subjective: 'Better.', Plan: 'Go on.' })).toBe('Subjective and Plan');
  expect(detailOf({ 'goal:01a1e471-bbe7-7b9c-803f-dbd9189cea8f.Status': 'met' })).toBe('Goals');
  expect(detailOf({})).toBeNull();
});
