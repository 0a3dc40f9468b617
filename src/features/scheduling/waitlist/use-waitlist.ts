import { useCallback, useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/endpoints.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { FillBatch } from '#contract/scheduling/fill-batch.ts';
import { isWaiting, type VisitRequest } from '#contract/scheduling/visit-request.ts';
import { requestsHere } from '#local/reads/waitlist.ts';
import { call } from '#shared/api.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';

type Reply = ReplyOf<'waitlist.list'>;

export type Waitlist = {
  /** Undefined until anything is known. */
  waiting: VisitRequest[] | undefined;
  batches: FillBatch[] | undefined;
  names: ReadonlyMap<string, PatientName>;
  error: string | null;
  online: boolean;
  /** Where this device could not read its own entries: reads them again. */
  readAgain: (() => void) | null;
  load: () => void;
};

/** Answers come from patients and not from this device, so the list is asked for again while it is open. */
const everyMs = 4_000;

/** Who waits, as this device and, with the network, the server know it; what was written here counts at once. */
export function useWaitlist(): Waitlist {
  const today = useClinicToday();
  const { online } = useSyncState();
  const live = useLiveWithRetry(requestsHere, []);
  const here = live.state === 'ready' ? live.value : undefined;
  const [reply, setReply] = useState<Reply | null>(null);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(() => {
    call('waitlist.list', {}).then(
      (found) => {
        setReply(found);
        setError(null);
      },
      (cause: unknown) => setError(cause instanceof Error ? cause.message : 'It could not be loaded.'),
    );
  }, []);
  useEffect(() => {
    if (!online) return undefined;
    load();
    const timer = setInterval(load, everyMs);
    return () => clearInterval(timer);
  }, [online, load]);

  const own = here?.requests ?? [];
  const ownIds = new Set(own.map(({ VisitRequestId }) => VisitRequestId));
  const others = (reply?.visitRequests ?? []).filter(({ VisitRequestId }) => !ownIds.has(VisitRequestId));
  const names = [...(reply?.patients ?? []), ...(here?.patients ?? [])];
  const waiting = [...own, ...others]
    .filter((one) => isWaiting(one, today))
    .toSorted((a, b) => a.Priority - b.Priority || a.AskedAt.localeCompare(b.AskedAt));
  return {
    waiting: here && (reply || error !== null || !online) ? waiting : undefined,
    batches: reply?.fillRequestBatches,
    names: new Map(names.map((one) => [one.PatientId, one])),
    error,
    online,
    readAgain: live.state === 'failed' ? live.retry : null,
    load,
  };
}
