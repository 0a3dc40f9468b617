import { useState } from 'react';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import type { ResendProps } from '#shared/conflict-views.ts';
import { ResendScope } from '#shared/forms/resend-frame.tsx';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { blockOver } from '../booking/booking-diff.ts';
import { BlockForm, blockFormId, readAroundBlock } from './block-drawer.tsx';

const ignore = () => undefined;

/** A refused block as it was typed, over how it is now, to be corrected and sent again. */
export function ResendBlock({ call, onDone }: ResendProps) {
  // As the form was filled from: what others write while it is open is not its writer's.
  const [{ input, base }] = useState(() => blockOver(call));
  const [isBusy, setBusy] = useState(false);
  const around = useLiveWithRetry(readAroundBlock, []);
  const block = { ...input, NonPatientVisitId: input['id'] } as unknown as NonPatientVisit;
  return (
    <ResendScope call={call} formId={blockFormId} isBusy={isBusy} onBack={onDone}>
      <LivePart of={around} what="block" kept="Your change is kept.">
        {(read) => (
          <BlockForm
            start={{ block }}
            {...read}
            onSave={async (typed, accepted, draft) => {
              await resendCalls([{ mid: call.mid, input: { ...input, ...typed, accepted }, base }], draft);
            }}
            onDirty={ignore}
            onBusy={setBusy}
            onDone={onDone}
          />
        )}
      </LivePart>
    </ResendScope>
  );
}
