import type { ReactNode } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import { dischargedWords } from '#contract/cases/discharge-reason.ts';
import type { Case } from '#contract/cases/case.ts';
import { planDays, planState, planWords } from '#contract/cases/plan-of-care.ts';
import { consentOf } from '#contract/patients/consent.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { languages } from '#contract/words/language.ts';
import { casesOfPatient } from '#local/reads/cases.ts';
import { insurancesOfPatient } from '#local/reads/patients.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue, useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './patient-chart.module.css';

/** What the route adds to the cases: their forms are another feature's. */
export type CaseParts = {
  actionsOf: (of: Case) => ReactNode;
  /** Its timeline, goals and plans of care. */
  careOf: (of: Case) => ReactNode;
  newCase: ReactNode;
  /** Beside the cases, under contact and insurance. */
  aside: ReactNode;
};

/** Contact, who pays, and the cases with diagnoses and plan of care. */
export function ChartOverview({ patient, caseParts }: { patient: Patient; caseParts: CaseParts }) {
  const insurances = useLiveValue(() => insurancesOfPatient(patient.PatientId), [patient.PatientId]);
  const cases = useLiveWithRetry(() => casesOfPatient(patient.PatientId), [patient.PatientId]);
  const place = [patient.City, [patient.StateOrProvince, patient.PostalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return (
    <div className={classes.overview}>
      <section aria-labelledby="overview-cases" className={classes.cases}>
        <div className={classes.partHead}>
          <h3 className={classes.part} id="overview-cases">
            Cases
          </h3>
          {caseParts.newCase}
        </div>
        <LivePart of={cases} what="cases" rows={3}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState compact title="No cases yet">
                Visits, notes and authorizations belong to a case.
              </EmptyState>
            ) : (
              found.map((each) => (
                <CaseSummary
                  key={each.CaseId}
                  of={each}
                  actions={caseParts.actionsOf(each)}
                  care={caseParts.careOf(each)}
                />
              ))
            )
          }
        </LivePart>
      </section>
      <div className={classes.side}>
        <section aria-labelledby="overview-contact">
          <h3 className={classes.part} id="overview-contact">
            Contact
          </h3>
          <dl className={classes.list}>
            <Line name="Phone">{showPhone(patient.Phone)}</Line>
            <Line name="Email">{patient.Email ?? '-'}</Line>
            {patient.Language && <Line name="Language">{languages[patient.Language]}</Line>}
            <Line name="Messages">{messageWords(patient)}</Line>
            <Line name="Address">
              {patient.Address1 ?? (place ? null : '-')}
              {patient.Address1 && place && <br />}
              {place}
            </Line>
          </dl>
        </section>
        <section aria-labelledby="overview-insurance">
          <h3 className={classes.part} id="overview-insurance">
            Insurance
          </h3>
          {insurances?.length === 0 && <p className={classes.quiet}>Self-pay: no insurance on file.</p>}
          <dl className={classes.list}>
            {insurances?.map(({ insurance, payer }) => (
              <Line key={insurance.InsuranceId} name={priorityNames[insurance.Priority] ?? 'Other'}>
                {payer?.Name ?? 'Payer not on this device'}
                <br />
                <span className={classes.quiet}>Member ID {insurance.MemberId ?? '-'}</span>
              </Line>
            ))}
          </dl>
        </section>
        {caseParts.aside}
      </div>
    </div>
  );
}

function messageWords(patient: Patient): string {
  const { email, text } = consentOf(patient);
  if (email && text) return 'By email and text';
  return email ? 'By email' : text ? 'By text' : 'No consent';
}

export const priorityNames: Record<number, string> = { 1: 'Primary', 2: 'Secondary', 3: 'Tertiary' };

function CaseSummary({ of, actions, care }: { of: Case; actions: ReactNode; care: ReactNode }) {
  const { activeCustomCaseInputs } = useSetup();
  const plan = planWords(of);
  return (
    <article className={classes.case} aria-label={of.Title}>
      <div className={classes.caseHead}>
        <h4 className={classes.caseTitle}>{of.Title}</h4>
        <span className={classes.quiet}>
          {of.Discipline}, since {showDate(of.StartDate)}
        </span>
        {of.DischargedAt ? (
          <MeaningBadge meaning="past">{dischargedWords(showDate(of.DischargedAt), of.DischargeReason)}</MeaningBadge>
        ) : (
          <PlanOfCare of={of} />
        )}
        {actions}
      </div>
      {of.Diagnoses.length > 0 ? (
        <ol className={classes.diagnoses}>
          {of.Diagnoses.map((diagnosis) => (
            <li key={diagnosis.Code}>
              <b>{diagnosis.Code}</b> {diagnosis.Description}
            </li>
          ))}
        </ol>
      ) : (
        <p className={classes.quiet}>No diagnosis recorded.</p>
      )}
      {plan && <p className={classes.quiet}>Plan of care: {plan}</p>}
      {of.CustomInputs.map(({ CustomCaseInputId, Value }) => (
        <p key={CustomCaseInputId} className={classes.quiet}>
          {activeCustomCaseInputs.find((one) => one.CustomCaseInputId === CustomCaseInputId)?.Label ??
            'Inactive question'}
          : {Value}
        </p>
      ))}
      {care}
    </article>
  );
}

/** How long the plan of care holds; two weeks before its end somebody should act. */
function PlanOfCare({ of }: { of: Case }) {
  const today = useClinicToday();
  const state = planState(of, today);
  const until = showDate(planDays(of).to);
  if (state === 'none') return <MeaningBadge meaning="needs">No plan of care</MeaningBadge>;
  if (state === 'ended') return <MeaningBadge meaning="danger">Plan of care ended {until}</MeaningBadge>;
  return <MeaningBadge meaning={state === 'endsSoon' ? 'needs' : 'done'}>Plan of care until {until}</MeaningBadge>;
}

export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
