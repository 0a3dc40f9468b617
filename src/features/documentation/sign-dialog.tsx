import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { ProviderId, type CaseId } from '#contract/base/ids.ts';
import type { SignReason } from '#contract/compliance/sign-warnings.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { SigningFacts } from '#local/reads/signing.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { useSetup } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { cosigningOf, type Cosigning } from './cosigning.ts';
import { useSignWarnings } from './use-sign-warnings.ts';
import { WarningFields } from './warning-fields.tsx';

type Props = {
  opened: boolean;
  CaseId: CaseId;
  note: Pick<
    VisitNote,
    | 'NoteId'
    | 'VisitId'
    | 'NoteType'
    | 'AlsoTypes'
    | 'NoteDate'
    | 'CosignerProviderId'
    | 'ParentNoteId'
    | 'Sections'
    | 'Cells'
    | 'TreatmentMinutes'
  >;
  provider: Provider | null;
  /** Undefined where this device cannot tell. */
  facts: SigningFacts | undefined;
  busy: boolean;
  onCancel: () => void;
  /** `draft` holds the reasons and goes with the signature; false where it could not be saved. */
  onSign: (reasons: SignReason[], cosigner: ProviderId | null, draft: Settles | undefined) => Promise<boolean>;
};

/**
 * Asks before a note is signed: it cannot be taken back. What is late or repeats earlier notes is signed with a reason,
 * which the signature keeps; where another has to cosign, the signer says who is asked.
 */
export function SignDialog({ opened, CaseId: of, note, provider, facts, busy, onCancel, onSign }: Props) {
  const setup = useSetup();
  const [chosen, setChosen] = useState<string | null>(null);
  const cosigning = facts && provider ? cosigningOf(facts, note, provider, setup) : null;
  const [isAsked, setAsked] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const warned = useSignWarnings(of, note, provider, facts?.notes);
  async function confirm(): Promise<void> {
    setAsked(true);
    // What the warnings are told from may still be read: the press is seen to count meanwhile.
    setPressed(true);
    const cosigner = cosigning ? (chosen ?? cosigning.usual) : null;
    try {
      await warned.submit((reasons, draft) =>
        onSign(reasons, cosigner === null ? null : ProviderId.parse(cosigner), draft),
      );
    } catch (error) {
      toastFailure(error, 'The signature could not be saved on this device. Your note is kept.');
    } finally {
      setPressed(false);
    }
  }
  return (
    <ConfirmDialog
      // Once all of it is known: what comes later would move the button from under a press.
      opened={opened && !warned.isLoading}
      title="Sign this note?"
      confirmLabel="Sign"
      cancelLabel="Keep writing"
      busy={busy || isPressed}
      onCancel={onCancel}
      onConfirm={() => void confirm()}
    >
      <Stack gap="sm">
        <p>{provider ? `You are signing as ${providerName(provider)}. ` : ''}You can’t change a signed note.</p>
        {cosigning && <CosignerField cosigning={cosigning} chosen={chosen ?? cosigning.usual} onChoose={setChosen} />}
        <WarningFields of={warned} isAsked={isAsked} />
      </Stack>
    </ConfirmDialog>
  );
}

type FieldProps = { cosigning: Cosigning; chosen: string | null; onChoose: (id: string | null) => void };

/** Whom the signer asks; any other therapist who may cosign can still do it. */
function CosignerField({ cosigning: { reason, choices }, chosen, onChoose }: FieldProps) {
  if (choices.length === 0)
    return <p>{reason} No therapist here can cosign it yet, so the note waits until one can.</p>;
  return (
    <Select
      label="Cosigner"
      description={`${reason} After you sign, the note waits for the cosignature.`}
      data={choices}
      value={chosen}
      allowDeselect={false}
      placeholder="Choose a therapist"
      onChange={onChoose}
    />
  );
}
