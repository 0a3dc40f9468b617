import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Visit } from '#contract/visits/visit.ts';
import { call } from '#shared/api.ts';
import { useMay } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import classes from './send-forms.module.css';

const before = new Set<Visit['stage']>(['scheduled', 'confirmed', 'checkedIn']);
const ways = { email: 'email', text: 'text message' } as const;

/** Sends the patient the link to the forms of a visit that has not begun; again where they are not finished. */
export function SendForms({ visit }: { visit: Pick<Visit, 'VisitId' | 'stage' | 'intakeIncomplete'> }) {
  const mayEdit = useMay('edit patients');
  const mayBook = useMay('schedule visits');
  const isOnline = useOnline();
  const reasonId = useId();
  const [isBusy, setBusy] = useState(false);
  if (!before.has(visit.stage) || !(mayEdit || mayBook)) return null;

  async function send(): Promise<void> {
    setBusy(true);
    try {
      const { reached, why } = await call('intake.send', { id: visit.VisitId });
      if (reached.length > 0) toastDone(`The forms were sent by ${reached.map((way) => ways[way]).join(' and ')}.`);
      else toastNegative(unreached[why ?? 'no-address']);
    } catch (error) {
      toastFailure(error, 'The forms were not sent. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={classes.part}>
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
        {visit.intakeIncomplete ? 'Send forms again' : 'Send forms'}
      </Button>
      {!isOnline && <OfflineNote id={reasonId}>You must be online to send forms.</OfflineNote>}
    </div>
  );
}

const unreached = {
  'no-consent': 'The patient does not want emails or texts, so no link was sent. The forms are ready for this visit.',
  'no-address': 'The chart has no email or mobile phone for the link. The forms are ready for this visit.',
} as const;
