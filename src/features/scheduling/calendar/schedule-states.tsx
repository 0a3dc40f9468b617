import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCloud from '@tabler/icons-react/dist/esm/icons/IconCloud.mjs';
import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import type { ScheduleRows } from './schedule-rows.ts';
import classes from './scheduling.module.css';

/** Nobody works and nothing is booked. */
export function EmptySchedule({
  isFiltered,
  isAllPlaces,
  onEverybody,
}: {
  isFiltered: boolean;
  isAllPlaces: boolean;
  onEverybody: () => void;
}) {
  const title = isFiltered ? 'These providers do not work then' : 'Nobody works then';
  return (
    <EmptyState
      title={title}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onEverybody}>
            Show everybody
          </Button>
        ) : undefined
      }
    >
      {isAllPlaces
        ? 'Whoever has hours, time off or a visit on these days stands here. Hours are kept with each provider.'
        : 'Some places of service are switched off: visits there are not shown.'}
    </EmptyState>
  );
}

/** Days further away than a device keeps. */
export function Elsewhere({ kept, onToday }: { kept: { from: string; to: string }; onToday: () => void }) {
  return (
    <EmptyState
      title="This device does not hold these days"
      action={
        <Button variant="default" onClick={onToday}>
          Back to today
        </Button>
      }
    >
      It holds {showDate(kept.from)} to {showDate(kept.to)}. Other days come from the server as soon as the network is
      back.
    </EmptyState>
  );
}

export function FromServer() {
  return (
    <p className={classes.notice}>
      <IconCloud size={16} stroke={1.5} aria-hidden />
      These days are further away than this device keeps. They are shown as the server has them and cannot be changed
      here.
    </p>
  );
}

/** Rows whose times make no sense: the others are drawn, these are named. */
export function OddVisits({
  visits,
  rows,
  onOpen,
}: {
  visits: readonly Visit[];
  rows: ScheduleRows;
  onOpen: (visit: Visit) => void;
}) {
  if (visits.length === 0) return null;
  return (
    <div className={`${classes.notice} ${classes.odd}`} role="status">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <span>
        {visits.length === 1
          ? 'One visit cannot be drawn: its times make no sense.'
          : `${visits.length} visits cannot be drawn: their times make no sense.`}
      </span>
      {visits.map((visit) => {
        const patient = rows.patients.get(visit.PatientId);
        return (
          <Button key={visit.VisitId} variant="default" size="compact-sm" onClick={() => onOpen(visit)}>
            {patient ? showName(patient) : 'Name not on this device yet'}
          </Button>
        );
      })}
    </div>
  );
}
