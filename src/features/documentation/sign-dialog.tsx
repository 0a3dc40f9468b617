import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ProviderId, type CaseId } from '#contract/base/ids.ts';
import type { ComplianceFacts } from '#contract/compliance/facts.ts';
import { signWarnings, unexplained, type SignReason, type SignWarning } from '#contract/compliance/sign-warnings.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { isAssistant, providerName, type Provider } from '#contract/providers/provider.ts';
import { complianceFactsOf } from '#local/reads/compliance.ts';
import { readSigning, type SigningFacts } from '#local/reads/signing.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { cosigningOf, type Cosigning } from './cosigning.ts';

type Props = {
  opened: boolean;
  CaseId: CaseId;
  note: Pick<
    VisitNote,
    'NoteId' | 'VisitId' | 'NoteType' | 'AlsoTypes' | 'NoteDate' | 'CosignerProviderId' | 'ParentNoteId'
  >;
  provider: Provider | null;
  busy: boolean;
  onCancel: () => void;
  onSign: (reasons: SignReason[], cosigner: ProviderId | null) => void;
};

/**
 * Asks before a note is signed: it cannot be taken back. What is late is signed with a reason, which the signature keeps;
 * where another has to cosign, the signer says who is asked.
 */
export function SignDialog({ opened, CaseId: of, note, provider, busy, onCancel, onSign }: Props) {
  const today = useClinicToday();
  const live = useLive(() => complianceFactsOf(of, today), [of, today]);
  const website = useWebsite();
  const found = useLive(() => readSigning(of, note.NoteDate), [of, note.NoteDate]);
  const [chosen, setChosen] = useState<string | null>(null);
  const cosigningIn = (facts: SigningFacts | undefined) =>
    facts && provider ? cosigningOf(facts, note, provider, website) : null;
  const cosigning = cosigningIn(found.state === 'ready' ? found.value : undefined);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isAsked, setAsked] = useState(false);
  const signer = {
    ProviderId: provider?.ProviderId ?? '',
    isAssistant: provider !== null && isAssistant(provider.Type),
  };
  const warningsIn = (facts: ComplianceFacts | undefined) => (facts ? signWarnings(facts, note, signer) : []);
  const reasonsFor = (warned: readonly SignWarning[]): SignReason[] =>
    warned.flatMap(({ key }) => (typed[key]?.trim() ? [{ Warning: key, Reason: typed[key] }] : []));
  const warnings = warningsIn(live.state === 'ready' ? live.value : undefined);
  const lacking = new Set(unexplained(warnings, reasonsFor(warnings)).map(({ key }) => key));
  async function confirm(): Promise<void> {
    setAsked(true);
    // Whoever is faster than the clocks waits for them.
    const told = live.state === 'loading' ? warningsIn(await complianceFactsOf(of, today)) : warnings;
    const asked = found.state === 'loading' ? cosigningIn(await readSigning(of, note.NoteDate)) : cosigning;
    const reasons = reasonsFor(told);
    const cosigner = asked ? (chosen ?? asked.usual) : null;
    if (unexplained(told, reasons).length === 0) onSign(reasons, cosigner === null ? null : ProviderId.parse(cosigner));
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Sign this note?"
      confirmLabel="Sign"
      cancelLabel="Keep writing"
      busy={busy}
      onCancel={onCancel}
      onConfirm={() => void confirm()}
    >
      <Stack gap="sm">
        <p>{provider ? `You are signing as ${providerName(provider)}. ` : ''}You can’t change a signed note.</p>
        {cosigning && <CosignerField cosigning={cosigning} chosen={chosen ?? cosigning.usual} onChoose={setChosen} />}
        {live.state === 'loading' && <LoadingSkeleton label="Checking the due dates" rows={1} />}
        {warnings.map(({ key, sentence, needsReason }) =>
          needsReason ? (
            <TextInput
              key={key}
              label={sentence}
              description="Late. The signature keeps your reason."
              placeholder="Reason"
              maxLength={300}
              value={typed[key] ?? ''}
              error={isAsked && lacking.has(key) ? 'Enter the reason.' : null}
              onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
            />
          ) : (
            <p key={key}>{sentence}</p>
          ),
        )}
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
      description={`${reason} The note waits for it after you sign.`}
      data={choices}
      value={chosen}
      allowDeselect={false}
      placeholder="Choose a therapist"
      onChange={onChoose}
    />
  );
}
