import { useState } from 'react';
import type { CaseId, VisitRequestId } from '#contract/base/ids.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { readRow } from '#local/reads/reads.ts';
import { readFacilities } from '#local/reads/scheduling.ts';
import { activeProviders } from '#local/reads/visits.ts';
import type { ResendProps } from '#shared/conflict-views.ts';
import { ResendMissing, ResendScope } from '#shared/forms/resend-frame.tsx';
import { useLive } from '#shared/hooks/use-live.ts';
import { requestOver } from './request-diff.ts';
import { WaitlistForm } from './waitlist-form.tsx';

const formId = 'resend-waitlist';
const ignore = () => undefined;
type Written = Omit<VisitRequest, 'VisitRequestId' | 'PatientId' | 'state' | 'AskedAt' | 'updated_at'> & {
  id: VisitRequestId;
};

/** A refused waitlist entry as it was typed, over how it is now, to be corrected and sent again. */
export function ResendRequest({ call, onDone }: ResendProps) {
  // As the form was filled from: what others write while it is open is not its writer's.
  const [{ input, base }] = useState(() => requestOver(call));
  const [isBusy, setBusy] = useState(false);
  const mine = input as Written;
  const around = useLive(() => readAround(mine.CaseId), [mine.CaseId]);
  if (around.state === 'loading') return null;
  if (around.state === 'failed' || !around.value) return <ResendMissing noun="case" onBack={onDone} />;
  const { id, ...fields } = mine;
  const { PatientId, facilities, providers } = around.value;
  const stamp = { state: 'open', AskedAt: '', updated_at: '' } as const;
  return (
    <ResendScope call={call} formId={formId} isBusy={isBusy} onBack={onDone}>
      <WaitlistForm
        formId={formId}
        request={{ ...fields, ...stamp, VisitRequestId: id, PatientId }}
        FacilityId={mine.FacilityId}
        {...{ facilities, providers }}
        onSave={async (typed, draft) => {
          await resendCalls([{ mid: call.mid, input: { ...input, ...typed }, base }], draft);
        }}
        onDirty={ignore}
        onBusy={setBusy}
        onDone={onDone}
      />
    </ResendScope>
  );
}

/** What the form chooses from, and the patient of the case; null where the case is not on this device. */
async function readAround(id: CaseId) {
  const episode = await readRow('cases', id);
  if (!episode) return null;
  const facilities = await readFacilities();
  return { PatientId: episode.PatientId, facilities, providers: await activeProviders(null) };
}
