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
  const title = isFiltered ? 'These providers are not working' : 'No one is working';
  return (
    <EmptyState
      title={title}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onEverybody}>
            Show everyone
          </Button>
        ) : undefined
      }
    >
      {isAllPlaces
        ? 'Providers with hours, time off or visits on these days are shown here. Set hours in each provider’s record.'
        : 'Some places of service are hidden, so their visits are not shown.'}
    </EmptyState>
  );
}

/** Days further away than a device keeps. */
export function Elsewhere({ kept, onToday }: { kept: { from: string; to: string }; onToday: () => void }) {
  return (
    <EmptyState
      title="These days are not on this device"
      action={
        <Button variant="default" onClick={onToday}>
          Back to today
        </Button>
      }
    >
      It has {showDate(kept.from)} to {showDate(kept.to)}. Other days load when you’re back online.
    </EmptyState>
  );
}

/** `own`: the days among them that this device holds. */
export function FromServer({ own }: { own?: { from: string; to: string } | undefined }) {
  return (
    <p className={classes.notice}>
      <IconCloud size={16} stroke={1.5} aria-hidden />
      <span>
        {own
          ? `You can change ${showDate(own.from)} to ${showDate(own.to)}. Other days are view only.`
          : 'These days are not on this device. You see the server’s data and can’t change it here.'}
      </span>
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
          ? 'One visit can’t be shown. Its times are not valid.'
          : `${visits.length} visits can’t be shown. Their times are not valid.`}
      </span>
      {visits.map((visit) => {
        const patient = rows.patients.get(visit.PatientId);
        return (
          <Button key={visit.VisitId} variant="default" size="compact-sm" onClick={() => onOpen(visit)}>
            {patient ? [showName(patient), patient.apart].filter(Boolean).join(', ') : 'Name not on this device yet'}
          </Button>
        );
      })}
    </div>
  );
}
