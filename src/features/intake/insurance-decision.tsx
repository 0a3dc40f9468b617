import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { InsuranceToReview } from '#contract/intake/endpoints.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import classes from './insurance-review.module.css';
import { PolicyFields } from './policy-fields.tsx';
import { firstPolicy, type PolicyValues } from './policy-values.ts';
import { RefuseInsurance } from './refuse-insurance.tsx';

type Props = { entered: InsuranceToReview; PatientId: PatientId; isOnline: boolean; onDone: () => void };
type Typed = { policy: PolicyValues; reason: string };
type Left = { of: string; typed: Typed };

const draftKey = (of: PatientId) => unsavedKey.at('insuranceReview', `/patients/${of}?tab=insurance`);
/** Where an older app kept it. */
const formerKey = (of: PatientId) => unsavedKey.at('insuranceReview', `/patients/${of}`);

/** A policy of what the patient sent, or why none. What is typed of either outlives a lock. */
export function InsuranceDecision({ entered, PatientId, isOnline, onDone }: Props) {
  const { IntakeId } = entered;
  const [first] = useState(() => firstPolicy(entered));
  const [typed, setTyped] = useState<Typed>({ policy: first, reason: '' });
  const { policy, reason } = typed;
  const untouched = JSON.stringify({ policy: first, reason: '' });
  useDraftAlone<Left | null>(formerKey(PatientId), {
    values: null,
    isDirty: false,
    // Read once, and kept under the key of today from then on.
    fill: (left) => left?.of === IntakeId && setTyped((now) => (JSON.stringify(now) === untouched ? left.typed : now)),
  });
  const drop = useDraftAlone<Left>(draftKey(PatientId), {
    values: { of: IntakeId, typed },
    isDirty: JSON.stringify(typed) !== untouched,
    // Of forms that were sent before these there is nothing to decide any more.
    fill: (left) => left.of === IntakeId && setTyped(left.typed),
  });
  const decided = () => {
    drop();
    onDone();
  };
  return (
    <>
      <PolicyFields
        {...{ entered, PatientId, isOnline }}
        values={policy}
        onChange={(changes) => setTyped((before) => ({ ...before, policy: { ...before.policy, ...changes } }))}
        onDone={decided}
      />
      <RefuseInsurance
        {...{ IntakeId, isOnline, reason }}
        onReason={(next) => setTyped((before) => ({ ...before, reason: next }))}
        onDone={decided}
      />
    </>
  );
}

/** Where nothing waits: what was typed of an insurance that was decided on since is of no use, and its draft goes. */
export function NothingToDecide({ PatientId }: { PatientId: PatientId }) {
  const [wasTyped, setTyped] = useState(false);
  const gone = { values: null, isDirty: false, fill: () => setTyped(true) };
  useDraftAlone<Left | null>(draftKey(PatientId), gone);
  useDraftAlone<Left | null>(formerKey(PatientId), gone);
  return wasTyped ? (
    <p role="status" className={classes.quiet}>
      The insurance from the patient’s forms no longer needs a review. Your changes were discarded.
    </p>
  ) : null;
}
