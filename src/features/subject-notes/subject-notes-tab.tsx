import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useId, useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import { subjectNotesOf } from '#local/reads/subject-notes.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { subjectNoteForm } from './subject-note-form.tsx';
import { SubjectNoteCard } from './subject-note-card.tsx';
import classes from './subject-notes.module.css';

type Opened = About<SubjectNote> | null;
type Props = { PatientId: PatientId; onOpen: (about: Opened) => void };

/** What the staff wrote down about a patient and their cases, as far as it counts today; the rest on request. */
export function SubjectNotesTab({ PatientId, onOpen }: Props) {
  const today = useClinicToday();
  const live = useLive(() => subjectNotesOf(PatientId, today), [PatientId, today]);
  const [showsExpired, setShowsExpired] = useState(false);
  const expiredId = useId();
  const Chevron = showsExpired ? IconChevronDown : IconChevronRight;
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the notes" rows={6} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title="The notes could not be loaded">
        They are safe on the server. Reload the page to try again.
      </ErrorState>
    );
  }
  const { current, expired } = live.value;
  const add = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
      onClick={() => onOpen({ of: null, parent: PatientId })}
    >
      New note
    </Button>
  );
  const edit = (of: SubjectNote) => onOpen({ of, parent: PatientId });
  return (
    <div className={classes.notes}>
      {current.length === 0 ? (
        <EmptyState title={expired.length === 0 ? 'No notes yet' : 'No current notes'} action={add}>
          Write down what the next colleague needs to know about this patient or a case. Clinical notes are under
          Documentation.
        </EmptyState>
      ) : (
        <>
          <div>{add}</div>
          <ul className={classes.list} aria-label="Notes">
            {current.map((line) => (
              <SubjectNoteCard key={line.note.SubjectNoteId} line={line} onEdit={edit} />
            ))}
          </ul>
        </>
      )}
      {expired.length > 0 && (
        <section aria-label="Expired notes">
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<Chevron size={14} stroke={1.5} aria-hidden />}
            aria-expanded={showsExpired}
            aria-controls={expiredId}
            onClick={() => setShowsExpired(!showsExpired)}
          >
            Expired ({expired.length})
          </Button>
          <ul className={classes.list} id={expiredId} hidden={!showsExpired} aria-label="Expired">
            {expired.map((line) => (
              <SubjectNoteCard key={line.note.SubjectNoteId} line={line} onEdit={edit} isExpired />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The form of a note, over any tab of the chart. */
export function SubjectNoteDrawer({ PatientId, opened, onOpen }: Props & { opened: Opened }) {
  return (
    <RecordDrawer
      form={subjectNoteForm}
      at={PatientId}
      about={opened}
      onReopen={(about) => onOpen({ ...about, parent: PatientId })}
      onClose={() => onOpen(null)}
    />
  );
}
