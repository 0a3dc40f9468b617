import { Button } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { UnderScheduledWeek } from '#contract/scheduling/under-scheduled.ts';
import { usualOf } from '#contract/scheduling/usual-times.ts';
import { readWhere } from '#local/reads/reads.ts';
import { underScheduledCases, type UnderScheduledLine } from '#local/reads/under-scheduled.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { sayWhy } from '../booking/visit-writes.ts';
import type { SeriesStart } from '../series/series-choices.ts';
import classes from './under-scheduled.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Null is every facility. */
  FacilityId: string | null;
  /** Left out, nothing can be booked from here. */
  onBook?: (start: SeriesStart) => void;
};

/** Whoever comes less often than their plan of care says, those who miss most first. */
export function UnderScheduledDrawer({ opened, ...rest }: Props) {
  return opened ? <OpenDrawer {...rest} /> : null;
}

function OpenDrawer({ onClose, FacilityId, onBook }: Omit<Props, 'opened'>) {
  const today = useClinicToday();
  const { online } = useSyncState();
  const live = useLiveWithRetry(() => underScheduledCases(today, FacilityId), [today, FacilityId]);
  const lines = live.state === 'ready' ? live.value : undefined;
  const apart = useToldApart(lines?.map(({ patient }) => patient) ?? []);
  return (
    <SideDrawer opened onClose={onClose} title={`Under-scheduled${lines ? ` (${lines.length})` : ''}`} size={520}>
      <p className={classes.explained}>
        Patients with fewer visits this week or next than their plan of care and authorization allow.
      </p>
      {!online && <OfflineNote>You are offline. You see the patients on this device.</OfflineNote>}
      <LivePart of={live} what="booked visits" label="Counting the booked visits">
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="All patients are booked as planned" compact>
              Cases appear here when their plan of care has visits per week.
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {found.map((line) => (
                <Line
                  key={line.CaseId}
                  line={line}
                  apart={apart.get(line.case.PatientId)}
                  {...(onBook && { onBook })}
                />
              ))}
            </ul>
          )
        }
      </LivePart>
    </SideDrawer>
  );
}

/** As many visits as are missing, on the days and of the type the case is used to. */
async function seriesOf({ case: of, weeks, missing }: UnderScheduledLine, today: string): Promise<SeriesStart> {
  const { PatientId, CaseId, ProviderId, FacilityId, VisitsPerWeek } = of;
  const visits = await readWhere('visits', { index: 'CaseId', equals: CaseId });
  const week = weeks.find((each) => each.missing > 0)?.week ?? today;
  const from = week > today ? week : today;
  return { PatientId, CaseId, ProviderId, FacilityId, count: missing, from, ...usualOf(visits, VisitsPerWeek ?? 1) };
}

type LineProps = {
  line: UnderScheduledLine;
  /** What tells them from another one of the name. */
  apart: string | undefined;
  onBook?: (start: SeriesStart) => void;
};

function Line({ line, apart, onBook }: LineProps) {
  const { case: of, patient, weeks } = line;
  const name = patient ? showName(patient) : 'A patient whose chart is not on this device';
  const today = useClinicToday();
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <b>{name}</b>
        {apart && <span className={classes.what}>{apart}</span>}
        <span className={classes.what}>{of.Title}</span>
        {weeks.map((week) => (
          <span key={week.week} className={classes.what}>
            {weekWords(week)}
          </span>
        ))}
      </div>
      {onBook && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Book: ${name}, ${of.Title}`}
          onClick={() => void seriesOf(line, today).then(onBook, sayWhy)}
        >
          Book
        </Button>
      )}
    </li>
  );
}

/** `Week of 11/22/2026: 1 of 2 booked`, and what of it can still be. */
function weekWords({ week, planned, booked, missing }: UnderScheduledWeek): string {
  const words = `Week of ${showDate(week)}: ${booked} of ${planned} booked`;
  return missing > 0 ? `${words}, ${missing} more to book` : words;
}
