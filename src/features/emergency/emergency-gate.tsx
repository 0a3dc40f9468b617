import { Button, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { PatientId } from '#contract/base/ids.ts';
import type { CurrentUser } from '#contract/session/current-user.ts';
import {
  emergencyLasts,
  endEmergency,
  isAtWorkOn,
  readGrant,
  recordOpened,
  startEmergency,
  type EmergencyGrant,
} from '#local/reads/emergency.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { showClock } from '#shared/format/clock.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue, useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import classes from './emergency.module.css';

type Props = {
  PatientId: PatientId;
  /** There is an outage, and this chart was not open when it began. */
  isNeeded: boolean;
  children: ReactNode;
};

/**
 * During an outage nobody watches who opens what. So a chart that nobody here works on asks for a typed reason, which is
 * recorded and reviewed later. Who has emergency access is not asked (spec 6).
 */
export function EmergencyGate({ PatientId, isNeeded, children }: Props) {
  const isExempt = useMay('has emergency access');
  const { emergency } = useCurrentUser();
  const isOnline = useOnline();
  const today = useClinicNow().slice(0, 10);
  const live = useLiveWithRetry(
    async () => ({ PatientId, isOpen: await isAtWorkOn(PatientId, today), grant: await readGrant() }),
    [PatientId, today],
  );
  const known = live.state === 'ready' ? live.value : undefined;
  const isOver = useIsPast(known?.grant?.until ?? null);
  const asked = isNeeded && !isExempt && (known?.PatientId !== PatientId ? 'loading' : !known.isOpen);
  const asks = asked === true && !isOver ? (known?.grant ?? null) : null;
  const { isRecorded, failed } = useRecord(PatientId, emergency ? openedBy(emergency) : asks, !isOnline);
  const grant = emergency ? null : asks;
  // The chart keeps its place among these, so that the end of an outage does not disturb who writes in it.
  return (
    <>
      {grant && <GrantLine until={grant.until} />}
      {((asked === false && !emergency) || isRecorded) && children}
      {asked === true && !grant && known && <AskReason PatientId={PatientId} />}
      {failed !== null && <p role="alert">{failed}</p>}
      {asked === 'loading' && live.state === 'failed' && (
        <ErrorState title="This chart could not be opened" onRetry={live.retry}>
          Your work is kept on this device. If it fails again, reload the page.
        </ErrorState>
      )}
    </>
  );
}

/** Nothing is shown before it is on disk that it was opened. */
function useRecord(PatientId: PatientId, grant: EmergencyGrant | null, offline: boolean) {
  const [failed, setFailed] = useState<string | null>(null);
  const [recorded, setRecorded] = useState<string | null>(null);
  const key = grant && `${grant.id} ${PatientId}`;
  const isRecorded = grant !== null && (recorded === key || grant.opened.includes(PatientId));
  const record = useEffectEvent(() => {
    if (!grant) return;
    recordOpened(grant, PatientId, offline).then(
      () => setRecorded(key),
      (error: unknown) => setFailed(sentenceOf(error)),
    );
  });
  useEffect(() => {
    if (key !== null && !isRecorded) record();
  }, [key, isRecorded]);
  return { isRecorded, failed };
}

/** Emergency access the server has given is recorded with each chart as what a device opened by itself. */
function openedBy({ id, reason, startedAt, until }: NonNullable<CurrentUser['emergency']>): EmergencyGrant {
  return { id, reason, startedAt: Date.parse(startedAt), until: until ?? Infinity, opened: [] };
}

function GrantLine({ until }: { until: number }) {
  return (
    <div className={classes.line} role="status">
      <span>
        Emergency access until {showClock(new Date(until))}. Each chart you open is recorded with your reason and
        reviewed.
      </span>
      <Button size="compact-sm" variant="default" onClick={() => void endEmergency()}>
        End access now
      </Button>
    </div>
  );
}

function AskReason({ PatientId }: { PatientId: PatientId }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const lasts = useLiveValue(emergencyLasts, []);
  // What is filled in again is not given yet: only the button gives it, and with it begins what is recorded.
  const drop = useDraftAlone(`form:emergency:${PatientId}`, {
    values: { reason },
    isDirty: reason !== '',
    fill: (left) => setReason(left.reason),
  });
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setError(null);
    await startEmergency(reason).then(drop, (failure: unknown) => setError(sentenceOf(failure)));
  }
  return (
    <form className={classes.ask} onSubmit={(event) => void submit(event)} noValidate>
      <h2 className={classes.title}>Emergency access</h2>
      <p>
        The server is offline and this patient has no visit today. Enter why you need this chart. It opens charts on
        this device{lasts === undefined ? '' : ` for ${lasts / 60_000} minutes`}. An administrator reviews your reason
        and each chart you open.
      </p>
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={error}
        mb={12}
      />
      <Button type="submit">Open chart</Button>
    </form>
  );
}

function useIsPast(at: number | null): boolean {
  const [past, setPast] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setTimeout(() => setPast(at), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && past === at;
}

function sentenceOf(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : 'This could not be saved on this device. Reload the page and try again.';
}
