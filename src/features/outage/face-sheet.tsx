import type { ReactNode } from 'react';
import { referringName } from '#contract/address-book/referring-provider.ts';
import { ageOn, showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import type { Case } from '#contract/cases/case.ts';
import { sexWords, type Patient } from '#contract/patients/patient.ts';
import type { PackCase, PackPatient } from '#local/reads/downtime-pack.ts';
import classes from './downtime-pack.module.css';
import { visitWords } from './visit-words.ts';

/** Who comes, how to reach them, who pays, and the cases of the day's visits. */
export function FaceSheet({ of: { patient, visits, cases, insurances } }: { of: PackPatient }) {
  const start = visits[0]?.visit.Start.slice(0, 10) ?? patient.DateOfBirth;
  return (
    <dl className={classes.face}>
      <Fact name="Today">{visitWords(visits)}</Fact>
      <Fact name="Birth date">
        {showDate(patient.DateOfBirth)}, age {ageOn(patient.DateOfBirth, start)}
      </Fact>
      <Fact name="Sex">{sexWords[patient.Sex]}</Fact>
      <Fact name="Phone">{showPhone(patient.Phone)}</Fact>
      <Fact name="Address">{addressOf(patient) || '-'}</Fact>
      <Fact name="Alerts">{patient.alerts.length > 0 ? <strong>{patient.alerts.join(', ')}</strong> : 'None'}</Fact>
      <Fact name="Insurance">
        {insurances.length === 0 && 'Self-pay'}
        {insurances
          .map(({ insurance, payer }) =>
            [payer?.Name ?? 'A payer not on this device', insurance.MemberId].filter(Boolean).join(' '),
          )
          .join('; ')}
      </Fact>
      {cases.map((each) => each.case && <CaseFacts key={each.CaseId} of={each.case} referring={each.referring} />)}
    </dl>
  );
}

function CaseFacts({ of, referring }: { of: Case; referring: PackCase['referring'] }) {
  return (
    <>
      <Fact name="Case">
        {of.Title} ({of.Discipline}), began {showDate(of.StartDate)}
      </Fact>
      <Fact name="Referred by">{referring ? referringName(referring) : '-'}</Fact>
      <Fact name="Diagnoses">
        {of.Diagnoses.map(({ Code, Description }) => `${Code} ${Description}`).join('; ') || '-'}
      </Fact>
      <Fact name="Plan of care">
        {showDate(of.StartDate)} to {of.PlanOfCareEnd ? showDate(of.PlanOfCareEnd) : '-'}
      </Fact>
    </>
  );
}

function addressOf({ Address1, City, StateOrProvince, PostalCode }: Patient): string {
  const state = [StateOrProvince, PostalCode].filter(Boolean).join(' ');
  return [Address1, City, state].filter(Boolean).join(', ');
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
