import type { OutcomeMeasure } from '#contract/outcomes/outcome-measure.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { call } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { SendLink, waysOf } from '#shared/ui/send-link/send-link.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';

type Props = { visit: Pick<Visit, 'VisitId'>; measure: Pick<OutcomeMeasure, 'MeasureKey' | 'Abbreviation'> };

/** Sends the questions of a measure to the patient, who answers them on their phone. */
export function AskPatient({ visit, measure: { MeasureKey, Abbreviation } }: Props) {
  const mayWrite = useMay('write notes');
  if (!mayWrite) return null;
  return (
    <SendLink
      label={`Send ${Abbreviation} to the patient`}
      offline="You must be online to send questions to a patient."
      failed="The questions were not sent. Try again."
      onSend={async () => {
        const { reached } = await call('surveys.sendOutcome', { id: visit.VisitId, MeasureKey });
        toastDone(`The ${Abbreviation} was sent by ${waysOf(reached)}.`);
      }}
    />
  );
}
