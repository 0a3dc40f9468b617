import { NativeSelect } from '@mantine/core';
import { isRealDate, showDate, showTime } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { placesOfService } from '#contract/facilities/place-of-service.ts';
import { providerName } from '#contract/providers/provider.ts';
import { patientSchedule, type PatientSchedule, type PatientTime } from '#local/reads/print-day.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import sheets from '#shared/print/print.module.css';
import { Sheet } from '#shared/print/sheet.tsx';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { PrintPage } from './print-page.tsx';
import { printRecorded } from './print-recorded.ts';
import classes from './printing.module.css';
import { useAsOf } from './use-as-of.ts';
import { useOpened, type OpenChart } from './use-opened.ts';

const timeNames = { upcoming: 'Upcoming visits', past: 'Past visits', all: 'All visits' } as const;

/** `upcoming`, `past`, `all`, or a day from which on; null for anything else. */
export function timeFrom(text: string): PatientTime | null {
  if (text === 'upcoming' || text === 'past' || text === 'all') return text;
  return isRealDate(text) ? { from: text } : null;
}

type Props = {
  PatientId: PatientId;
  time: PatientTime;
  onTime: (time: string) => void;
  onBack: () => void;
  /** Fetches what of this chart is not on this device yet. */
  openChart: OpenChart;
};

/** /printPatientSchedule/:patientId/:time: the visits of one patient, to take home. */
export function PatientSchedulePage({ PatientId, time, onTime, onBack, openChart }: Props) {
  const now = useClinicNow();
  const isOnline = useOnline();
  const { hasFailed, isOpened } = useOpened(PatientId, openChart, isOnline);
  const key = `${PatientId} ${JSON.stringify(time)}`;
  const live = useLive(async () => ({ key, of: await patientSchedule(PatientId, time, now) }), [key, now]);
  const of = live.state === 'ready' && live.value.key === key ? live.value.of : undefined;
  const isReady = of !== undefined && of.visits.length > 0;
  const isWaiting = live.state === 'loading' || (isOnline && !isOpened && !hasFailed);
  return (
    <PrintPage
      title="Patient schedule"
      backLabel="Chart"
      onBack={onBack}
      onPrint={
        isReady && !isWaiting
          ? () => void printRecorded({ what: 'patient schedule', day: now.slice(0, 10), patients: 1, PatientId })
          : undefined
      }
      filter={
        <div className={classes.filter}>
          <NativeSelect
            label="Visits"
            value={typeof time === 'string' ? time : time.from}
            onChange={(event) => onTime(event.currentTarget.value)}
            data={[
              ...Object.entries(timeNames).map(([value, label]) => ({ value, label })),
              ...(typeof time === 'string' ? [] : [{ value: time.from, label: `From ${showDate(time.from)}` }]),
            ]}
          />
        </div>
      }
      instead={isReady && !isWaiting ? undefined : <Instead {...{ isWaiting, of, isOnline, state: live.state }} />}
    >
      {of && <PatientSheet of={of} title={titleOf(time)} />}
    </PrintPage>
  );
}

function titleOf(time: PatientTime): string {
  return typeof time === 'string' ? timeNames[time] : `Visits from ${showDate(time.from)}`;
}

type InsteadProps = {
  isWaiting: boolean;
  of: PatientSchedule | undefined;
  isOnline: boolean;
  state: 'loading' | 'failed' | 'ready';
};

function Instead({ isWaiting, of, isOnline, state }: InsteadProps) {
  if (state === 'failed') {
    return (
      <ErrorState title="These visits could not be loaded">Nothing is lost. Reload the page to try again.</ErrorState>
    );
  }
  if (isWaiting) return <LoadingSkeleton label="Loading the visits" rows={6} />;
  if (of) return <EmptyState title="Nothing to print">No visits match. Choose others above.</EmptyState>;
  if (!isOnline) {
    return <EmptyState title="This chart is not on this device yet">It loads when you’re back online.</EmptyState>;
  }
  return (
    <ErrorState title="This chart could not be opened">
      It may not exist, or you may not have access. Nothing was changed.
    </ErrorState>
  );
}

function PatientSheet({ of: { patient, visits, facilities }, title }: { of: PatientSchedule; title: string }) {
  const { Name } = useWebsite();
  const asOf = useAsOf();
  const where = facilities.filter((each) => visits.some(({ visit }) => visit.FacilityId === each.FacilityId));
  return (
    <Sheet title={showName(patient)} foot={`${Name} · ${asOf} · Please call us if you can’t come.`}>
      <dl className={classes.head}>
        {where.map((each) => (
          <div key={each.FacilityId}>
            <dt>Where</dt>
            <dd>
              {facilityName(each)}, {each.Address1}, {each.City}, {each.StateOrProvince} {each.PostalCode.slice(0, 5)}
              {each.Phone && `, ${showPhone(each.Phone)}`}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={sheets.part}>{title}</h3>
      <table className={sheets.grid}>
        <thead>
          <tr>
            <th>Day</th>
            <th>Time</th>
            <th>With</th>
            <th>Visit</th>
            <th>Where</th>
          </tr>
        </thead>
        <tbody>
          {visits.map((line) => (
            <Row key={line.visit.VisitId} line={line} facilities={facilities} />
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

function Row({ line: { visit, provider }, facilities }: { line: VisitLine; facilities: readonly Facility[] }) {
  const facility = facilities.find((each) => each.FacilityId === visit.FacilityId);
  const isHere = visit.PlaceOfService === '11';
  return (
    <tr>
      <td>
        {weekday.format(new Date(`${visit.Start.slice(0, 10)}T00:00Z`))} {showDate(visit.Start)}
      </td>
      <td>
        {showTime(visit.Start)} – {showTime(visit.End)}
      </td>
      <td>{provider ? providerName(provider) : '-'}</td>
      <td>{visit.VisitTypeName}</td>
      <td>{isHere ? facility && facilityName(facility) : placesOfService[visit.PlaceOfService]}</td>
    </tr>
  );
}
