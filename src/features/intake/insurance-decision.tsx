import { useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { InsuranceToReview } from '#contract/intake/endpoints.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { firstPolicy, type PolicyValues } from './policy-values.ts';
import { RefuseInsurance } from './refuse-insurance.tsx';

type Props = { entered: InsuranceToReview; PatientId: PatientId; isOnline: boolean; onDone: () => void };
type Typed = { policy: PolicyValues; reason: string };

/** A policy of what the patient sent, or why none. What is typed of either outlives a lock. */
export function InsuranceDecision({ entered, PatientId, isOnline, onDone }: Props) {
  const { IntakeId } = entered;
  const [first] = useState(() => firstPolicy(entered));
  const [typed, setTyped] = useState<Typed>({ policy: first, reason: '' });
  const { policy, reason } = typed;
  const drop = useDraftAlone<{ of: string; typed: Typed }>(unsavedKey.at('insuranceReview', `/patients/${PatientId}`), {
    values: { of: IntakeId, typed },
    isDirty: reason !== '' || JSON.stringify(policy) !== JSON.stringify(first),
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
