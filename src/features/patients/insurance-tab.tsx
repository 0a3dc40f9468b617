import { payerOn } from '#contract/address-book/payer.ts';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { showPhone } from '#contract/base/text.ts';
import { relationships } from '#contract/patients/insurance.ts';
import { insurancesOfPatient } from '#local/reads/patients.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { Line, priorityNames } from './chart-overview.tsx';
import classes from './patient-chart.module.css';

const unitWords = { cms: 'CMS total time', spm: 'Rule of eights' } as const;

/** The patient's policies in the order they pay. */
export function InsuranceTab({ PatientId }: { PatientId: PatientId }) {
  const live = useLive(() => insurancesOfPatient(PatientId), [PatientId]);
  const today = useClinicToday();
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the insurance" rows={4} />;
  if (live.state === 'failed')
    return (
      <ErrorState title="The insurance could not be loaded">
        It is safe on the server. Reload the page to try again.
      </ErrorState>
    );
  if (live.value.length === 0) return <EmptyState title="Self-pay">This patient has no insurance on file.</EmptyState>;
  return (
    <div className={classes.policies}>
      {live.value.map(({ insurance, payer }) => (
        <section key={insurance.InsuranceId} aria-label={payer?.Name ?? 'Policy'}>
          <h3 className={classes.part}>
            {priorityNames[insurance.Priority] ?? 'Other'}: {payer?.Name ?? 'Payer not on this device'}
          </h3>
          <dl className={classes.list}>
            <Line name="Member ID">{insurance.MemberId ?? '-'}</Line>
            <Line name="Group number">{insurance.GroupNumber ?? '-'}</Line>
            <Line name="Patient is">{relationships[insurance.Relationship]}</Line>
            {insurance.Subscriber && (
              <Line name="Policy holder">
                {insurance.Subscriber.LastName}, {insurance.Subscriber.FirstName},{' '}
                {showDate(insurance.Subscriber.DateOfBirth)}
              </Line>
            )}
            <Line name="Valid">
              {insurance.StartDate || insurance.EndDate
                ? `${showDate(insurance.StartDate)} to ${showDate(insurance.EndDate)}`
                : '-'}
            </Line>
            <Line name="Payer's phone">{showPhone(payer?.Phone)}</Line>
            <Line name="Counts units by">{payer ? unitWords[payerOn(payer, today).UnitMethod] : '-'}</Line>
          </dl>
        </section>
      ))}
    </div>
  );
}
