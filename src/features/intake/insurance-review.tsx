import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { InsuranceToReview } from '#contract/intake/endpoints.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { CardPhoto } from './card-photo.tsx';
import { InsuranceDecision, NothingToDecide } from './insurance-decision.tsx';
import classes from './insurance-review.module.css';

/** In the chart: what the patient sent of their insurance, until somebody has made a policy of it or said why not. */
export function InsuranceReview({ PatientId }: { PatientId: PatientId }) {
  const may = useMay('edit patients');
  return may ? <Review PatientId={PatientId} /> : null;
}

function Review({ PatientId }: { PatientId: PatientId }) {
  const isOnline = useOnline();
  const [isDecided, setDecided] = useState(false);
  const { value, load } = useFetched(() => call('intake.insurance', { id: PatientId }));
  if (!value) return null;
  const { entered } = value;
  if (!entered) return isDecided ? null : <NothingToDecide PatientId={PatientId} />;
  return (
    <section className={classes.review} aria-labelledby="insurance-to-review">
      <h3 id="insurance-to-review">Insurance from the patient’s forms</h3>
      <p className={classes.quiet}>
        Sent {showMoment(new Date(entered.submittedAt))}. Compare it with the card.{' '}
        {!isOnline && 'You must be online to accept or refuse it.'}
      </p>
      <div className={classes.sides}>
        <div className={classes.photos}>
          {entered.front !== null && <CardPhoto id={entered.front} name="Front of the card" />}
          {entered.back !== null && <CardPhoto id={entered.back} name="Back of the card" />}
          {entered.front === null && entered.back === null && <p className={classes.quiet}>No photos were sent.</p>}
        </div>
        <div>
          <Said entered={entered} />
          <InsuranceDecision
            key={entered.IntakeId}
            {...{ entered, PatientId, isOnline }}
            onDone={() => {
              setDecided(true);
              load();
            }}
          />
        </div>
      </div>
    </section>
  );
}

function Said({ entered: { plan, holder } }: { entered: InsuranceToReview }) {
  return (
    <dl className={classes.said}>
      <dt>Company, as typed</dt>
      <dd>{plan}</dd>
      {holder !== null && (
        <>
          <dt>Policy holder, as typed</dt>
          <dd>{holder}</dd>
        </>
      )}
    </dl>
  );
}
