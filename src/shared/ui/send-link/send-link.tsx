import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useOnline } from '../../sync-state.ts';
import { OfflineNote } from '../offline-note/offline-note.tsx';
import { toastFailure } from '../toasts/toasts.tsx';
import classes from './send-link.module.css';

const ways = { email: 'email', text: 'text message' } as const;

/** By which ways something went out: `email and text message`. */
export function waysOf(reached: readonly (keyof typeof ways)[]): string {
  return reached.map((way) => ways[way]).join(' and ');
}

type Props = {
  label: string;
  /** Why it cannot be pressed without the network. */
  offline: string;
  /** What is said where the call failed without a sentence of its own. */
  failed: string;
  /** Sends it, and tells what came of it. */
  onSend: () => Promise<void>;
};

/** Sends a link to the patient; only online, as the message is written at once. */
export function SendLink({ label, offline, failed, onSend }: Props) {
  const isOnline = useOnline();
  const reasonId = useId();
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await onSend();
    } catch (error) {
      toastFailure(error, failed);
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
        {label}
      </Button>
      {!isOnline && <OfflineNote id={reasonId}>{offline}</OfflineNote>}
    </div>
  );
}
