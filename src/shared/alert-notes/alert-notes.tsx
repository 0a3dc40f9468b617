import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { PatientId } from '#contract/base/ids.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import { alertNotesOf } from '#local/reads/subject-notes.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import classes from './alert-notes.module.css';

type Props = {
  PatientId: PatientId;
  /** Leaves out the alerts of other cases. */
  CaseId?: string | null;
};

/** Notes that were marked as alerts, in two lines each: all of a text is in the chart. */
export function AlertNotes({ PatientId, CaseId = null }: Props) {
  const today = useClinicToday();
  const notes = useLiveValue(() => alertNotesOf(PatientId, today, CaseId), [PatientId, today, CaseId]);
  return <AlertNoteList notes={notes ?? []} />;
}

export function AlertNoteList({ notes }: { notes: readonly SubjectNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label="Alerts about the patient">
      {notes.map(({ SubjectNoteId, Text }) => (
        <li key={SubjectNoteId} className={classes.alert}>
          <IconAlertTriangle size={14} stroke={1.75} className={classes.icon} aria-hidden />
          <span className={classes.text}>{Text}</span>
        </li>
      ))}
    </ul>
  );
}
