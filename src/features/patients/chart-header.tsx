import type { ReactNode } from 'react';
import { ageOn, showDate, showTime } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { balanceOfPatient } from '#local/reads/billing.ts';
import { nextVisit } from '#local/reads/visits.ts';
import { AlertNotes } from '#shared/alert-notes/alert-notes.tsx';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { Money } from '#shared/ui/money/money.tsx';
import classes from './patient-chart.module.css';

/** Who this is and what to know before anything else. */
export function ChartHeader({ patient, actions }: { patient: Patient; actions: ReactNode }) {
  const now = useClinicNow();
  const next = useLiveValue(() => nextVisit(patient.PatientId, now), [patient.PatientId, now]);
  const seesBalance = useMay('access billing');
  const age = ageOn(patient.DateOfBirth, patient.DeathDate ?? now.slice(0, 10));
  return (
    <header className={classes.header}>
      <div className={classes.who}>
        <h2 className={classes.name} tabIndex={-1} data-page-heading>
          {showName(patient)}
        </h2>
        {patient.alerts.map((alert) => (
          <MeaningBadge key={alert} meaning="needs">
            {alert}
          </MeaningBadge>
        ))}
        <div className={classes.actions}>{actions}</div>
      </div>
      <AlertNotes PatientId={patient.PatientId} />
      <dl className={classes.facts}>
        <Fact name="Age">
          {age}
          {patient.DeathDate && `, died ${showDate(patient.DeathDate)}`}
        </Fact>
        <Fact name="Birth date">{showDate(patient.DateOfBirth)}</Fact>
        {patient.Pronouns && <Fact name="Pronouns">{patient.Pronouns}</Fact>}
        <Fact name="Phone">
          {patient.Phone ? (
            <a className={classes.phone} href={`tel:${patient.Phone}`}>
              {showPhone(patient.Phone)}
            </a>
          ) : (
            '-'
          )}
        </Fact>
        <Fact name="Next visit">{next ? `${showDate(next.Start)} ${showTime(next.Start)}` : '-'}</Fact>
        {seesBalance && <Balance patient={patient} />}
      </dl>
    </header>
  );
}

function Balance({ patient }: { patient: Patient }) {
  const balance = useLiveValue(() => balanceOfPatient(patient.PatientId), [patient.PatientId]);
  return (
    <>
      <Fact name="Patient owes">
        <Money cents={balance?.patient} />
      </Fact>
      <Fact name="Insurance owes">
        <Money cents={balance?.insurance} />
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
