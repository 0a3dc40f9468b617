import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CaseId, NoteId } from '#contract/base/ids.ts';
import { holds } from '#contract/base/permissions.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import { missingToSign, signerRefusal, signStageRefusal } from '#contract/documentation/ready-to-sign.ts';
import { seenToSign } from '#contract/documentation/seen-to-sign.ts';
import type { Cells } from '#contract/flowsheet/merge-cells.ts';
import { noExercises, type ExercisesToSign } from '#contract/flowsheet/to-sign.ts';
import { providerName, type Discipline } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { signatureRefusal, signNote } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { useBeside } from './measures/use-beside.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

type Props = {
  NoteId: NoteId;
  CaseId: CaseId;
  /** Whose note it is; null for one that has no visit, or is added to another. */
  visit: Visit | null;
  discipline: Discipline;
  editing: NoteEditing;
  /** As they are shown. */
  services: readonly (ServiceEntry & { wrong: string | null })[];
  /** Queues charges still being typed, so that the signature comes after them. */
  flushCharges: () => Promise<void>;
  /** What the flowsheet of the visit says of signing, and its cells; a note without a visit has none. */
  exercises?: ExercisesToSign;
  cells?: Cells;
  /** Why this user may not write this note, or null. */
  refusal: string | null;
};

/** What is missing, then the one filled button of the page. A signature is asked about, it cannot be taken back. */
export function SignPanel(props: Props) {
  const { NoteId, CaseId, visit, discipline, editing, services, flushCharges, refusal } = props;
  const { exercises = noExercises, cells = {} } = props;
  const { can, provider } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const refused = useLiveValue(() => signatureRefusal('documentation.sign', NoteId), [NoteId]);
  const beside = useBeside({ CaseId, NoteId }, editing.note);
  const missing = beside
    ? missingToSign(editing.note, services, { ...beside, exercises })
    : ['The measures are still loading.'];
  const blocked =
    refusal ??
    (visit && signStageRefusal(visit.stage, editing.note.NoteType)) ??
    (holds(can, 'sign notes') ? null : 'You do not have permission to sign notes.') ??
    (provider ? signerRefusal(editing.note, discipline, provider.Type) : 'Only a provider can sign a note.');

  async function sign() {
    // What was read when the signature was given, whatever is shown by the time it is saved.
    const seen = seenToSign(editing.note, services, cells);
    setBusy(true);
    try {
      await flushCharges();
      await editing.flush();
      await signNote('documentation.sign', NoteId, seen);
      toastDone('Note signed.');
      setAsking(false);
    } catch (error) {
      toastFailure(error, 'The signature could not be saved on this device. Your note is kept.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.sign} role="group" aria-label="Sign">
      <div className={classes.missing} id={`missing-to-sign-${NoteId}`}>
        {refused && <p role="alert">{refused}</p>}
        {blocked ? (
          <p>{blocked}</p>
        ) : missing.length > 0 ? (
          <p>
            <span className={classes.missingTitle}>Before you sign:</span> {missing.join(' ')}
          </p>
        ) : (
          <p>The note is complete.</p>
        )}
      </div>
      <Button
        disabled={blocked !== null || missing.length > 0}
        aria-describedby={`missing-to-sign-${NoteId}`}
        onClick={() => setAsking(true)}
      >
        Sign
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Sign this note?"
        confirmLabel="Sign"
        cancelLabel="Keep writing"
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void sign()}
      >
        <p>{provider ? `You are signing as ${providerName(provider)}. ` : ''}You can’t change a signed note.</p>
      </ConfirmDialog>
    </div>
  );
}
