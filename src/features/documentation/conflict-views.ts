import { fieldsNamed } from '#contract/documentation/field-titles.ts';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import { recordIn } from '#local/outbox/record-in.ts';
import type { Conflict, ConflictView, ConflictViews } from '#shared/conflict-views.ts';
import { visitPath } from '#sync/visit-path.ts';
import { noteDiff, noteText, signDiff } from './note-diff.ts';

/** What changed since is read before it is signed, and that is at the note. */
const isReadFirst = ({ call, visit }: Conflict) => call.kind === 'changed-elsewhere' && visit !== undefined;

const signature = {
  diff: signDiff,
  mine: 'When you signed',
  ways: (again, conflict) => (isReadFirst(conflict) ? [] : [again]),
  link: (conflict) =>
    conflict.visit && isReadFirst(conflict)
      ? { label: 'Read and sign again', path: visitPath(conflict.visit), isMain: true }
      : null,
} satisfies Omit<ConflictView, 'title'>;

/** Where refused text of a note is decided: what is added to a note, or has no visit, is compared where it stands. */
function pathOfNote({ call, visit }: Conflict): string | null {
  if (visit) return recordIn(call.input) === visit.VisitId ? `${visitPath(visit)}&compare=note` : visitPath(visit);
  const note = VisitNote.safeParse(call.current).data;
  return note?.VisitId === null ? `/patients/${note.PatientId}?tab=documentation` : null;
}

/** Nothing of it is written yet: its fields are calls of their own. */
const noNewNote = () => Promise.resolve(null);

export const documentationViews = {
  'documentation.create': {
    title: 'New note',
    diff: noNewNote,
    ways: (again) => [again],
  },
  'documentation.remove': { title: 'Remove a note', diff: noNewNote, ways: (again) => [again] },
  'documentation.save': {
    title: 'Note',
    detail: ({ changes }) => fieldsNamed(Object.keys(changes ?? {})) || null,
    diff: noteDiff,
    // Sent as it is, it would be refused again.
    ways: (again, { call }) => (call.kind === 'conflict' ? [] : [again]),
    link: (conflict) => {
      const path = pathOfNote(conflict);
      return path === null ? null : { label: 'Compare and decide', path, isMain: true };
    },
    copy: (conflict) => (pathOfNote(conflict) === null ? noteText(conflict.call) : null),
  },
  'documentation.saveMeasures': {
    title: 'Measures of a case',
    detail: () => null,
    diff: noNewNote,
    ways: (again) => [again],
  },
  'documentation.sign': { title: 'Sign a note', ...signature },
  'documentation.cosign': { title: 'Cosign a note', ...signature },
} satisfies Partial<ConflictViews>;
