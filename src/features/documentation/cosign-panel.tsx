import { Button } from '@mantine/core';
import { useState } from 'react';
import { holds } from '#contract/base/permissions.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import { cosignRefusal } from '#contract/documentation/ready-to-sign.ts';
import { careToSign } from '#contract/documentation/care-to-sign.ts';
import { seenToSign } from '#contract/documentation/seen-to-sign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Cells } from '#contract/flowsheet/merge-cells.ts';
import { providerName } from '#contract/providers/provider.ts';
import { signatureRefusal, signNote } from '#local/reads/documentation.ts';
import { careOfNote } from '#local/reads/goals.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './note.module.css';

type Props = {
  note: VisitNote;
  /** As they are shown. */
  services: readonly ServiceEntry[];
  /** The flowsheet of the visit; a note without a visit has none. */
  cells?: Cells;
  /** Queues charges still being typed, so that the cosignature comes after them. */
  flushCharges: () => Promise<void>;
};

/** An assistant's signed note waits for somebody who may cosign it. */
export function CosignPanel({ note, services, cells = {}, flushCharges }: Props) {
  const { can, provider } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const refused = useLiveValue(() => signatureRefusal('documentation.cosign', note.NoteId), [note.NoteId]);
  const care = useLiveValue(() => careOfNote(note.CaseId, note.NoteDate), [note.CaseId, note.NoteDate]);
  const refusal = !holds(can, 'cosign notes')
    ? 'This note needs a cosignature from a supervising therapist.'
    : provider
      ? cosignRefusal(note, provider)
      : 'Only a provider can cosign a note.';

  async function cosign() {
    // What was read when the cosignature was given.
    const seen = seenToSign(note, services, cells, care && careToSign(note, care));
    setAsking(false);
    try {
      await flushCharges();
      await signNote('documentation.cosign', note.NoteId, seen);
      toastDone('Note cosigned.');
    } catch (error) {
      toastFailure(error, 'The cosignature could not be saved on this device.');
    }
  }

  return (
    <div className={classes.sign} role="group" aria-label="Cosign">
      <div className={classes.missing} id={`why-cosign-${note.NoteId}`}>
        {refused && <p role="alert">{refused}</p>}
        <p>{refusal ?? 'Read the note, then cosign it. Then the visit goes to billing.'}</p>
      </div>
      <Button
        disabled={refusal !== null}
        aria-describedby={`why-cosign-${note.NoteId}`}
        onClick={() => setAsking(true)}
      >
        Cosign
      </Button>
      <ConfirmDialog
        opened={asking && care !== undefined}
        title="Cosign this note?"
        confirmLabel="Cosign"
        onCancel={() => setAsking(false)}
        onConfirm={() => void cosign()}
      >
        {provider ? `You are cosigning as ${providerName(provider)}. ` : ''}You can’t change a cosigned note.
      </ConfirmDialog>
    </div>
  );
}
