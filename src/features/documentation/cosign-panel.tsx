import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { holds } from '#contract/base/permissions.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import { otherCosignerWords } from '#contract/documentation/cosigner.ts';
import { cosignRefusal } from '#contract/documentation/ready-to-sign.ts';
import { careToSign } from '#contract/documentation/care-to-sign.ts';
import { seenToSign } from '#contract/documentation/seen-to-sign.ts';
import type { Website } from '#contract/session/endpoints.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Cells } from '#contract/flowsheet/merge-cells.ts';
import { notesPermissionFor } from '#contract/providers/notes-permission.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { signatureRefusal, signNote } from '#local/reads/documentation.ts';
import { careOfNote } from '#local/reads/goals.ts';
import { readSigning, type SigningFacts } from '#local/reads/signing.ts';
import { whileOpen } from '#local/store/device.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { toCosign } from './cosigning.ts';
import classes from './note.module.css';

type Props = {
  note: VisitNote;
  /** As they are shown. */
  services: readonly ServiceEntry[];
  /** The flowsheet of the visit; a note without a visit has none. */
  cells?: Cells;
  /** Queues charges still being typed, so that the cosignature comes after them. */
  flushCharges: () => Promise<void>;
  /** What else of the visit the cosignature stands for, where the screen does not show it. */
  children?: ReactNode;
};

/** An assistant's signed note waits for somebody who may cosign it. */
export function CosignPanel({ note, services, cells = {}, flushCharges, children }: Props) {
  const { can, provider } = useCurrentUser();
  const website = useWebsite();
  const read = useLive(() => readSigning(note.CaseId, note.NoteDate), [note.CaseId, note.NoteDate]);
  const facts = read.state === 'ready' ? read.value : undefined;
  const [asking, setAsking] = useState(false);
  const refused = useLiveValue(() => signatureRefusal('documentation.cosign', note.NoteId), [note.NoteId]);
  const care = useLiveValue(() => careOfNote(note.CaseId, note.NoteDate), [note.CaseId, note.NoteDate]);
  const refusal = !holds(can, 'cosign notes')
    ? 'This note needs a cosignature from a supervising therapist.'
    : provider
      ? whyNot(note, { facts, isRead: read.state === 'ready' }, provider, website)
      : 'Only a provider can cosign a note.';
  const asked = otherCosignerWords(note, provider?.ProviderId ?? null, facts?.providers ?? []);

  async function cosign() {
    // What was read when the cosignature was given.
    const seen = seenToSign(note, services, cells, care && careToSign(note, care));
    setAsking(false);
    try {
      await whileOpen(flushCharges);
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
        <p>
          {refusal ?? askedWords(note)} {facts && asked}
        </p>
        {children}
      </div>
      <Button
        disabled={refusal !== null}
        aria-describedby={`why-cosign-${note.NoteId}`}
        onClick={() => setAsking(true)}
      >
        Cosign
      </Button>
      <ConfirmDialog
        opened={asking && care !== undefined && facts !== undefined && refusal === null}
        title="Cosign this note?"
        confirmLabel="Cosign"
        onCancel={() => setAsking(false)}
        onConfirm={() => void cosign()}
      >
        {provider ? `You are cosigning as ${providerName(provider)}. ` : ''}
        {asked ? `${asked} You cosign in their place. ` : ''}You can’t change a cosigned note.
      </ConfirmDialog>
    </div>
  );
}

/** A note added to a visit's, or of the case alone, moves no visit. */
function askedWords({ NoteId: id, VisitId }: VisitNote): string {
  return id === String(VisitId)
    ? 'Read the note, then cosign it. Then the visit goes to billing.'
    : 'Read the note, then cosign it.';
}

type Read = { facts: SigningFacts | undefined; isRead: boolean };

function whyNot(note: VisitNote, { facts, isRead }: Read, provider: Provider, website: Website): string | null {
  if (!facts) return isRead ? 'The case of this note is not on this device yet.' : null;
  const { payerIds, onlyPrimaryPayer } = toCosign(facts, null, website);
  const NotesPermission = notesPermissionFor(provider, payerIds, onlyPrimaryPayer);
  return cosignRefusal(note, facts.of.Discipline, { ...provider, NotesPermission });
}
