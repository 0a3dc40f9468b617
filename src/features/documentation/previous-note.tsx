import { Button } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import { copiedFromKey } from '#contract/documentation/copied-sections.ts';
import type { NoteChanges } from '#contract/documentation/note-fields.ts';
import { unwritten } from '#contract/documentation/note-field.ts';
import { sectionsOf } from '#contract/documentation/shown-parts.ts';
import { sectionText, type VisitNote } from '#contract/documentation/visit-note.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { previousNote } from '#local/reads/documentation.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { useJudgment } from './use-judgment.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

type Props = {
  visit: Visit;
  /** Missing when this note is not written here: then nothing can be copied. */
  editing: NoteEditing | null;
};

/** The note before this one in the case, to read beside it and to copy forward by section. */
export function PreviousNote({ visit, editing }: Props) {
  const { field: theirs } = useJudgment(editing?.note ?? unwritten);
  const live = useLive(() => previousNote(visit), [visit.VisitId, visit.CaseId, visit.Start]);
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the previous note" rows={4} />;
  const before = live.state === 'ready' ? live.value : undefined;
  if (!before) {
    return (
      <EmptyState compact title="No earlier note">
        You’ll see the previous note of this case here, to read and copy from.
      </EmptyState>
    );
  }
  const { note } = before;
  return (
    <div>
      <h3 className={classes.previousTitle}>
        Previous note <span className="tabular">{showDate(before.visit.Start)}</span>
        {!note.signedAt && <span className={classes.unsigned}> (not signed)</span>}
      </h3>
      {sectionsOf(note)
        .filter(({ key }) => sectionText(note, key).trim() !== '')
        .map(({ key, title }) => (
          <section key={key} className={classes.previousSection} aria-label={`${title}, previous note`}>
            <div className={classes.sectionHead}>
              <h4 className={classes.previousName}>{title}</h4>
              {editing && theirs(key) === null && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Copy ${title} into this note`}
                  onClick={() => copyForward({ key, title }, note, editing)}
                >
                  Copy
                </Button>
              )}
            </div>
            <p className={classes.previousText}>{sectionText(note, key)}</p>
          </section>
        ))}
    </div>
  );
}

/** After what is there already, never over it; the toast takes it back. */
function copyForward({ key, title }: { key: string; title: string }, from: VisitNote, editing: NoteEditing) {
  const text = sectionText(from, key);
  const origin = copiedFromKey(key);
  const before = sectionText(editing.note, key);
  const wasFrom = (editing.note.Cells[origin] ?? null) as NoteChanges[string];
  editing.change(key, before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`);
  editing.change(origin, { NoteId: from.NoteId, at: new Date().toISOString() });
  toastUndo(`${title} copied from the previous note. Read it through before you sign.`, () => {
    editing.change(key, before);
    editing.change(origin, wasFrom);
  });
}
