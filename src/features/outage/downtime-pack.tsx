import { Fragment, type ReactNode } from 'react';
import { ageOn, showDate, showTime } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import { noteSections } from '#contract/documentation/visit-note.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { DowntimePack, PackPatient } from '#local/downtime-pack.ts';
import type { VisitLine } from '#local/visits.ts';
import { blank, daysByProvider, DaySchedule, SignInTable } from '#shared/print/day-tables.tsx';
import print from '#shared/print/print.module.css';
import { Sheet } from '#shared/print/sheet.tsx';
import classes from './downtime-pack.module.css';

type Props = {
  pack: DowntimePack;
  clinic: string;
  /** As of when this device knows it, in words. */
  asOf: string;
};

/** What a clinic prints when nothing else works: schedule, sign-in sheet, one sheet per patient (print only). */
export function DowntimePackSheets({ pack, clinic, asOf }: Props) {
  const foot = `${clinic} · ${showDate(pack.day)} · from a device's copy ${asOf}`;
  return (
    <div className={`print-only ${print.sheets}`} data-downtime-pack>
      <Sheet title={`Schedule of ${showDate(pack.day)}`} foot={foot}>
        <DaySchedule days={daysByProvider(pack.visits)} />
      </Sheet>
      <Sheet title={`Sign-in sheet of ${showDate(pack.day)}`} foot={foot}>
        <SignInTable visits={pack.visits} />
      </Sheet>
      {pack.patients.map((each) => (
        <PatientSheet key={each.patient.PatientId} of={each} foot={foot} />
      ))}
    </div>
  );
}

function PatientSheet({ of, foot }: { of: PackPatient; foot: string }) {
  const { patient, visits, lastNote } = of;
  return (
    <Sheet title={showName(patient)} foot={foot}>
      <FaceSheet of={of} />
      {lastNote && (
        <div>
          <h3 className={print.part}>
            Last signed note: {lastNote.note.NoteType}, {showDate(lastNote.visit.Start)}
          </h3>
          <dl className={classes.note}>
            {noteSections.map((section) => (
              <Fragment key={section}>
                <dt>{section}</dt>
                <dd>{lastNote.note[section] || '-'}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
      )}
      {!lastNote && <p className={print.none}>No signed note of this case is on this device.</p>}
      <Flowsheet visits={visits} />
    </Sheet>
  );
}

function FaceSheet({ of: { patient, visits, cases, insurances } }: { of: PackPatient }) {
  const start = visits[0]?.visit.Start.slice(0, 10) ?? patient.DateOfBirth;
  return (
    <dl className={classes.face}>
      <Fact name="Today">
        {visits
          .map(({ visit, provider }) =>
            [showTime(visit.Start), visit.VisitTypeName, provider && providerName(provider)].filter(Boolean).join(', '),
          )
          .join('; ')}
      </Fact>
      <Fact name="Birth date">
        {showDate(patient.DateOfBirth)}, age {ageOn(patient.DateOfBirth, start)}
      </Fact>
      <Fact name="Phone">{showPhone(patient.Phone)}</Fact>
      <Fact name="Alerts">{patient.alerts.length > 0 ? <strong>{patient.alerts.join(', ')}</strong> : 'None'}</Fact>
      <Fact name="Insurance">
        {insurances.length === 0 && 'Self-pay'}
        {insurances
          .map(({ insurance, payer }) =>
            [payer?.Name ?? 'A payer not on this device', insurance.MemberId].filter(Boolean).join(' '),
          )
          .join('; ')}
      </Fact>
      {cases.map((each) => (
        <Fragment key={each.CaseId}>
          <Fact name="Case">
            {each.Title} ({each.Discipline}), began {showDate(each.StartDate)}
          </Fact>
          <Fact name="Diagnoses">
            {each.Diagnoses.map(({ Code, Description }) => `${Code} ${Description}`).join('; ') || '-'}
          </Fact>
          <Fact name="Plan of care">
            {showDate(each.StartDate)} to {each.PlanOfCareEnd ? showDate(each.PlanOfCareEnd) : '-'}
          </Fact>
        </Fragment>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const blankRows = Array.from({ length: 10 }, (_, at) => `row ${at}`);

/** Written by hand, typed in when the server is back. */
function Flowsheet({ visits }: { visits: VisitLine[] }) {
  return (
    <div className={classes.flow}>
      <h3 className={print.part}>Flowsheet of {showDate(visits[0]?.visit.Start ?? '')}</h3>
      <table className={`${print.grid} ${classes.blank}`}>
        <thead>
          <tr>
            <th className={print.wide}>Exercise</th>
            <th>Sets</th>
            <th>Reps</th>
            <th>Minutes</th>
            <th className={print.wide}>Notes</th>
          </tr>
        </thead>
        <tbody>
          {blankRows.map((row) => (
            <tr key={row}>
              <td>{blank}</td>
              <td>{blank}</td>
              <td>{blank}</td>
              <td>{blank}</td>
              <td>{blank}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.signature}>Clinician's signature and time</p>
    </div>
  );
}
