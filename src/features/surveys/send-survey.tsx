import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Visit } from '#contract/visits/visit.ts';
import { call } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './surveys.module.css';

const been = new Set<Visit['stage']>(['inProgress', 'review', 'billing', 'submitted', 'closed']);
const ways = { email: 'email', text: 'text message' } as const;

/** Sends the patient of a visit that has begun the survey about their care. */
export function SendSurvey({ visit }: { visit: Pick<Visit, 'VisitId' | 'stage'> }) {
  const mayEdit = useMay('edit patients');
  const mayBook = useMay('schedule visits');
  const isOnline = useOnline();
  const reasonId = useId();
  const [isBusy, setBusy] = useState(false);
  if (!been.has(visit.stage) || !(mayEdit || mayBook)) return null;

  async function send(): Promise<void> {
    setBusy(true);
    try {
      const { reached } = await call('surveys.send', { id: visit.VisitId });
      toastDone(`The survey was sent by ${reached.map((way) => ways[way]).join(' and ')}.`);
    } catch (error) {
      toastFailure(error, 'The survey was not sent. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={`${classes.part} ${classes.sender}`}>
      <Button
        variant="default"
        size="compact-sm"
        loading={isBusy}
        aria-disabled={!isOnline}
        {...(!isOnline && { 'data-disabled': true, 'aria-describedby': reasonId })}
        onClick={() => {
          if (isOnline) void send();
        }}
      >
        Send survey
      </Button>
      {!isOnline && <OfflineNote id={reasonId}>You must be online to send a survey.</OfflineNote>}
    </div>
  );
}
