import { Button } from '@mantine/core';
import type { VisitId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { markName } from '#contract/measures/body/mark-place.ts';
import type { NamedMark } from '#contract/measures/body/marks.ts';
import { historyOfVisit } from '#local/reads/visits.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import type { NoteEditing } from '../use-note.ts';
import classes from './body.module.css';

type Props = {
  VisitId: VisitId;
  editing: NoteEditing;
  /** How many marks the note still takes. */
  room: number;
  onTake: (marks: NamedMark[]) => void;
};

/** What the patient marked in the forms of this visit, for a therapist to take over; nothing where they sent none. */
export function PatientMarks(props: Props) {
  const { VisitId } = props;
  const isSent = useLiveValue(
    async () => (await historyOfVisit(VisitId)).some(({ action }) => action === 'intake submitted'),
    [VisitId],
  );
  return isSent === true ? <Offer {...props} /> : null;
}

function Offer({ VisitId, editing, room, onTake }: Props) {
  const { value } = useFetched(() => call('intake.marks', { id: VisitId }));
  // One that was removed stays known as one that was taken.
  const left =
    value?.marks.filter(({ id }) => !(cellKey('mark', id, 'Mark') in editing.note.Cells)).slice(0, room) ?? [];
  if (value === null || value.submittedAt === null || left.length === 0) return null;
  const names = left.map(({ mark }) => markName(mark)).join(', ');
  return (
    <div className={classes.offer}>
      <p>
        Marked by the patient in the forms of {showMoment(new Date(value.submittedAt))}: {names}.
      </p>
      <Button variant="default" size="xs" onClick={() => onTake(left)}>
        {left.length === 1 ? 'Add it to the body chart' : `Add all ${left.length} to the body chart`}
      </Button>
    </div>
  );
}
