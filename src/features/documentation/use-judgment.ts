import { judgmentRefusal, kindRefusal } from '#contract/documentation/judgment.ts';
import type { NoteRow } from '#contract/documentation/note-field.ts';
import type { NoteType } from '#contract/documentation/note-types.ts';
import { useCurrentUser } from '#shared/session.ts';

/** What of a note the signed-in person does not write because it is a therapist's: why, or null. */
export function useJudgment(note: Pick<NoteRow, 'NoteType' | 'AlsoTypes'>) {
  const type = useCurrentUser().provider?.Type ?? null;
  return {
    field: (field: string) => judgmentRefusal(note, field, type),
    kind: (kind: NoteType) =>
      kindRefusal(kind, type) ?? (kind === note.NoteType ? null : kindRefusal(note.NoteType, type)),
  };
}
