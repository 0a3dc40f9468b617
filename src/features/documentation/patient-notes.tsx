import { Button } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { notesOfPatient, readSigners, type ChartNote } from '#local/reads/documentation.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useMore } from '#shared/hooks/use-more.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MoreRows } from '#shared/ui/more-rows/more-rows.tsx';
import { AddedNotes } from './added-notes.tsx';
import { CosignInChart } from './cosign-in-chart.tsx';
import { NewCommunication } from './new-communication.tsx';
import { NoteDesk } from './note-desk.tsx';
import { NoteOutput } from './note-output.tsx';
import { NoteText } from './signed-note.tsx';
import classes from './note.module.css';

const none: ChartNote[] = [];
const step = 20;

/** The notes of a patient, newest first. */
export function PatientNotes({ PatientId, onNavigate }: { PatientId: PatientId; onNavigate: (path: string) => void }) {
  const live = useLive(() => notesOfPatient(PatientId), [PatientId]);
  const signers = useLiveValue(() => readSigners(PatientId), [PatientId]);
  // What is added to a note stands below it.
  const notes = live.state === 'ready' ? live.value.filter(({ note }) => note.ParentNoteId === null) : none;
  const { shown, left, more } = useMore(notes, step);
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the notes" rows={6} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title="The notes could not be loaded">
        They are safe on the server. Reload the page to try again.
      </ErrorState>
    );
  }
  if (notes.length === 0) {
    return (
      <EmptyState title="No notes yet" action={<NewCommunication PatientId={PatientId} />}>
        Open a visit to write its note.
      </EmptyState>
    );
  }
  return (
    <div className={classes.notes}>
      <div>
        <NewCommunication PatientId={PatientId} />
      </div>
      {shown.map(({ note, visit }) => (
        <article
          key={note.NoteId}
          className={classes.noteCard}
          aria-label={`${noteTypeNames[note.NoteType]} ${showDate(visit?.Start ?? note.NoteDate)}`}
        >
          <div className={classes.sectionHead}>
            <h2 className={classes.noteTitle}>
              {noteTypeNames[note.NoteType]} <span className="tabular">{showDate(visit?.Start ?? note.NoteDate)}</span>
            </h2>
            {visit && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Open visit of ${showDate(visit.Start)}`}
                onClick={() => onNavigate(`/patients/${visit.PatientId}?visit=${visit.VisitId}`)}
              >
                Open visit
              </Button>
            )}
          </div>
          <NoteOutput note={note} onNavigate={onNavigate} />
          {visit ? (
            <>
              <NoteText note={note} signers={signers} isNamed />
              <CosignInChart note={note} visit={visit} />
            </>
          ) : (
            <NoteDesk note={note} signers={signers} />
          )}
          <AddedNotes note={note} signers={signers} />
        </article>
      ))}
      <div>
        <MoreRows left={left} step={step} noun="notes" onMore={more} />
      </div>
    </div>
  );
}
