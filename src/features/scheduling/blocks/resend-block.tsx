import { useState } from 'react';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { readAll } from '#local/reads/reads.ts';
import { readFacilities } from '#local/reads/scheduling.ts';
import type { ResendProps } from '#shared/conflict-views.ts';
import { ResendScope } from '#shared/forms/resend-frame.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { blockOver } from '../booking/booking-diff.ts';
import { BlockForm, blockFormId } from './block-drawer.tsx';

const ignore = () => undefined;

/** A refused block as it was typed, over how it is now, to be corrected and sent again. */
export function ResendBlock({ call, onDone }: ResendProps) {
  // As the form was filled from: what others write while it is open is not its writer's.
  const [{ input, base }] = useState(() => blockOver(call));
  const [isBusy, setBusy] = useState(false);
  const facilities = useLiveValue(readFacilities, []);
  const providers = useLiveValue(() => readAll('providers'), []);
  if (!facilities || !providers) return null;
  const block = { ...input, NonPatientVisitId: input['id'] } as unknown as NonPatientVisit;
  return (
    <ResendScope call={call} formId={blockFormId} isBusy={isBusy} onBack={onDone}>
      <BlockForm
        start={{ block }}
        {...{ facilities, providers }}
        onSave={async (typed, accepted, draft) => {
          await resendCalls([{ mid: call.mid, input: { ...input, ...typed, accepted }, base }], draft);
        }}
        onDirty={ignore}
        onBusy={setBusy}
        onDone={onDone}
      />
    </ResendScope>
  );
}
