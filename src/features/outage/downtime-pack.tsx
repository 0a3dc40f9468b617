import { Fragment } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { sectionsOf } from '#contract/documentation/shown-parts.ts';
import { sectionText } from '#contract/documentation/visit-note.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { DowntimePack, PackCase, PackPatient } from '#local/reads/downtime-pack.ts';
import { blank, daysByProvider, DaySchedule, SignInTable } from '#shared/print/day-tables.tsx';
import print from '#shared/print/print.module.css';
import { Sheet } from '#shared/print/sheet.tsx';
import classes from './downtime-pack.module.css';
import { FaceSheet } from './face-sheet.tsx';
import { visitWords } from './visit-words.ts';

type Props = {
  pack: DowntimePack;
  clinic: string;
  /** As of when this device knows it, in words. */
  asOf: string;
};

/** What a clinic prints when nothing else works: schedule, sign-in sheet, one sheet per patient (print only). */
export function DowntimePackSheets({ pack, clinic, asOf }: Props) {
  const foot = `${clinic} · ${showDate(pack.day)} · Data as of ${asOf}`;
  return (
    <div className={`print-only ${print.sheets}`} data-downtime-pack>
      <Sheet title={`Schedule of ${showDate(pack.day)}`} foot={foot}>
        <DaySchedule days={daysByProvider(pack.visits, pack.times, pack.providers)} />
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
  const { patient, cases } = of;
  return (
    <Sheet title={showName(patient)} foot={foot}>
      <FaceSheet of={of} />
      {cases.map((each) => (
        <CaseSheet key={each.CaseId} of={each} patient={patient} />
      ))}
    </Sheet>
  );
}

/** The last note and a flowsheet of one case, for the therapists of its visits. */
function CaseSheet({ of, patient }: { of: PackCase; patient: Patient }) {
  const { visits, lastNote } = of;
  return (
    <div>
      <h3 className={print.part}>
        {caseName(of)}: {visitWords(visits)}
      </h3>
      {lastNote && (
        <div>
          <h4 className={print.part}>
            Last signed note: {noteTypeNames[lastNote.note.NoteType]}, {showDate(lastNote.visit.Start)}
          </h4>
          <dl className={classes.note}>
            {sectionsOf(lastNote.note).map(({ key, title }) => (
              <Fragment key={key}>
                <dt>{title}</dt>
                <dd>{sectionText(lastNote.note, key) || '-'}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
      )}
      {!lastNote && <p className={print.none}>No signed note of this case is on this device.</p>}
      <Flowsheet of={of} patient={patient} />
    </div>
  );
}

function caseName({ case: of }: PackCase): string {
  return of ? `${of.Title} (${of.Discipline})` : 'A case not on this device';
}

const blankRows = Array.from({ length: 10 }, (_, at) => `row ${at}`);

/** Written by hand, typed in when the server is back. It may stand on a page of its own, and says whose it is. */
function Flowsheet({ of, patient }: { of: PackCase; patient: Patient }) {
  return (
    <div className={classes.flow}>
      <h4 className={print.part}>
        Flowsheet of {showDate(of.visits[0]?.visit.Start ?? '')}: {showName(patient)}, {caseName(of)}
      </h4>
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
