import { NativeSelect } from '@mantine/core';
import { showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import classes from './kiosk.module.css';

type Props = {
  /** `YYYY-MM-DD`; what is typed and no date has no visits. */
  day: string;
  visits: readonly VisitLine[];
  /** Whether this device holds all visits of the day. */
  isHere: boolean;
  /** Its id; empty for none. */
  chosen: string;
  error: string | null;
  onDay(day: string): void;
  onChoose(VisitId: string): void;
};

const notHere = 'Visits of this day are not on this device';

/** The day and the visit of an arrival. */
export function ArrivalVisit({ day, visits, isHere, chosen, error, onDay, onChoose }: Props) {
  const apart = useToldApart(visits.map(({ patient }) => patient));
  return (
    <>
      <DateField label="Day" w={140} value={day} onChange={(next) => onDay(next ?? '')} onRefused={onDay} />
      <NativeSelect
        label="Visit"
        className={classes.visit}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
        error={error}
        data={[
          { value: '', label: visits.length > 0 ? 'Choose a visit' : isHere ? 'No visits on that day' : notHere },
          ...visits.map(({ visit, patient }) => ({
            value: visit.VisitId,
            label: [
              `${showTime(visit.Start)} ${patient ? showName(patient) : 'Name not on this device yet'}`,
              apart.get(visit.PatientId),
            ]
              .filter(Boolean)
              .join(', '),
          })),
        ]}
      />
    </>
  );
}
