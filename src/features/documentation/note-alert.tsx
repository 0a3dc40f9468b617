import { alertElement, needsAlert } from '#contract/outcomes/needs-alert.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { outcomesOfCase } from '#local/reads/outcomes.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { AlertResponse } from '#shared/ui/alert-response/alert-response.tsx';
import { NoteOutcomes } from './note-outcomes.tsx';
import type { NoteEditing } from './use-note.ts';

/** In a note without a visit: answers that came from the patient and that somebody has to act on, with the response. */
export function NoteAlert({ note, editing }: { note: VisitNote; editing: NoteEditing }) {
  const responses = useLiveValue(() => outcomesOfCase(note.CaseId), [note.CaseId]) ?? [];
  const own = responses.filter((one) => one.NoteId === note.NoteId);
  if (!own.some((one) => needsAlert(one.MeasureKey, one.Answers))) return null;
  return (
    <>
      <NoteOutcomes note={note} />
      <AlertResponse
        idPrefix={note.NoteId}
        response={editing.note.Elements[alertElement] ?? ''}
        onResponse={(text) => editing.change(alertElement, text || null)}
        onLeave={() => void editing.flush().catch(() => undefined)}
      />
    </>
  );
}
