import { showDate, showTime } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import classes from './print.module.css';

/** To be written into by hand. */
export const blank = '\u00a0';

export type DayOfProvider = {
  ProviderId: string;
  name: string;
  visits: VisitLine[];
  /** Meetings, lunch and blocks. */
  times: NonPatientVisit[];
};

/** By provider, in the order of their names. */
export function daysByProvider(
  visits: readonly VisitLine[],
  times: readonly NonPatientVisit[],
  providers: readonly Provider[],
): DayOfProvider[] {
  const ids = new Set([...visits.map(({ visit }) => visit.ProviderId), ...times.map((time) => time.ProviderId)]);
  return [...ids]
    .map((ProviderId) => {
      const own = visits.filter(({ visit }) => visit.ProviderId === ProviderId);
      const provider = providers.find((each) => each.ProviderId === ProviderId);
      const name = provider ? providerName(provider) : 'Another provider';
      return { ProviderId, name, visits: own, times: times.filter((time) => time.ProviderId === ProviderId) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** All providers of a day, one table each. */
export function DaySchedule({ days }: { days: readonly DayOfProvider[] }) {
  return days.map((day) => (
    <section key={day.ProviderId} className={classes.group}>
      <h3 className={classes.part}>{day.name}</h3>
      <DayTable day={day} />
    </section>
  ));
}

export function DayTable({ day }: { day: DayOfProvider }) {
  const rows = [
    ...day.visits.map((line) => ({ at: line.visit.Start, key: line.visit.VisitId, row: <VisitCells line={line} /> })),
    ...day.times.map((time) => ({
      at: time.Start,
      key: time.NonPatientVisitId,
      row: <TimeCells time={time} />,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at) || a.key.localeCompare(b.key));
  return (
    <table className={classes.grid}>
      <thead>
        <tr>
          <th className={classes.time}>Time</th>
          <th>Patient</th>
          <th>Birth date</th>
          <th>Phone</th>
          <th>Visit</th>
          <th>Alerts</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, row }) => (
          <tr key={key}>{row}</tr>
        ))}
      </tbody>
    </table>
  );
}

function VisitCells({ line: { visit, patient } }: { line: VisitLine }) {
  return (
    <>
      <td>{showTime(visit.Start)}</td>
      <td>{patient ? showName(patient) : 'Not on this device'}</td>
      <td>{patient ? showDate(patient.DateOfBirth) : '-'}</td>
      <td>{showPhone(patient?.Phone)}</td>
      <td>{visit.VisitTypeName}</td>
      <td>{patient?.alerts.join(', ')}</td>
    </>
  );
}

function TimeCells({ time }: { time: NonPatientVisit }) {
  return (
    <>
      <td>{showTime(time.Start)}</td>
      <td colSpan={5}>{[time.VisitTypeName, time.Title, `until ${showTime(time.End)}`].filter(Boolean).join(', ')}</td>
    </>
  );
}

/** Room for each patient of the day to sign. */
export function SignInTable({ visits }: { visits: readonly VisitLine[] }) {
  return (
    <table className={`${classes.grid} ${classes.tall}`}>
      <thead>
        <tr>
          <th className={classes.time}>Time</th>
          <th>Name</th>
          <th className={classes.time}>Arrived</th>
          <th>Signature</th>
        </tr>
      </thead>
      <tbody>
        {visits.map(({ visit, patient }) => (
          <tr key={visit.VisitId}>
            <td>{showTime(visit.Start)}</td>
            <td>{patient ? showName(patient) : ''}</td>
            <td>{blank}</td>
            <td>{blank}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
