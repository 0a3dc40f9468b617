import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import type { SignReason } from '#contract/compliance/sign-warnings.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { isAssistant, providerName, type Provider } from '#contract/providers/provider.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { useSignWarnings } from './use-sign-warnings.ts';
import { WarningFields } from './warning-fields.tsx';

type Props = {
  opened: boolean;
  CaseId: CaseId;
  note: Pick<VisitNote, 'NoteId' | 'VisitId' | 'NoteType' | 'AlsoTypes' | 'NoteDate' | 'Sections'>;
  provider: Pick<Provider, 'ProviderId' | 'FirstName' | 'LastName' | 'Type'> | null;
  busy: boolean;
  onCancel: () => void;
  /** `draft` holds the reasons and goes with the signature; false where it could not be saved. */
  onSign: (reasons: SignReason[], draft: string | undefined) => Promise<boolean>;
};

/**
 * Asks before a note is signed: it cannot be taken back. What is late or repeats earlier notes is signed with a reason,
 * which the signature keeps.
 */
export function SignDialog({ opened, CaseId: of, note, provider, busy, onCancel, onSign }: Props) {
  const [isAsked, setAsked] = useState(false);
  const warned = useSignWarnings(of, note, {
    ProviderId: provider?.ProviderId ?? '',
    isAssistant: provider !== null && isAssistant(provider.Type),
  });
  async function confirm(): Promise<void> {
    setAsked(true);
    await warned.submit(onSign);
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
        <WarningFields of={warned} isAsked={isAsked} />
      </Stack>
    </ConfirmDialog>
  );
}
