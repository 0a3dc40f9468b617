import { Button } from '@mantine/core';
import { useState } from 'react';
import { holds } from '#contract/base/permissions.ts';
import { cosignRefusal } from '#contract/documentation/ready-to-sign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { providerName } from '#contract/providers/provider.ts';
import { queueWrite } from '#local/outbox.ts';
import { useCurrentUser } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './note.module.css';

/** An assistant's signed note waits for somebody who may cosign it. */
export function CosignPanel({ note }: { note: VisitNote }) {
  const { can, provider } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const refusal = !holds(can, 'cosign notes')
    ? 'This note waits for the cosignature of a supervising therapist.'
    : provider
      ? cosignRefusal(note, provider)
      : 'Only a provider can cosign a note.';

  async function cosign() {
    setAsking(false);
    try {
      await queueWrite('documentation.cosign', { id: note.VisitId });
      toastDone('Note cosigned.');
    } catch (error) {
      toastFailure(error, 'The cosignature could not be saved on this device.');
    }
  }

  return (
    <div className={classes.sign} role="group" aria-label="Cosign">
      <p className={classes.missing} id="why-cosign">
        {refusal ?? 'Read the note, then cosign it. The visit goes to billing after that.'}
      </p>
      <Button disabled={refusal !== null} aria-describedby="why-cosign" onClick={() => setAsking(true)}>
        Cosign
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Cosign this note?"
        confirmLabel="Cosign"
        onCancel={() => setAsking(false)}
        onConfirm={() => void cosign()}
      >
        {provider ? `It carries the cosignature of ${providerName(provider)}. ` : ''}A cosigned note cannot be changed.
      </ConfirmDialog>
    </div>
  );
}
