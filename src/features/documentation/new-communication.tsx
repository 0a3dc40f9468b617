import { Button } from '@mantine/core';
import { useState } from 'react';
import { NoteId, type PatientId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { casesOfPatient } from '#local/reads/cases.ts';
import { createNote } from '#local/reads/documentation.ts';
import { newId } from '#local/store/new-id.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { ActionMenu } from '#shared/ui/action-menu/action-menu.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './note.module.css';

/** A call, a letter or a talk about a case, on record without a visit. */
export function NewCommunication({ PatientId }: { PatientId: PatientId }) {
  const cases = useLiveValue(() => casesOfPatient(PatientId), [PatientId]) ?? [];
  const today = useClinicToday();
  const [isBusy, setBusy] = useState(false);
  const open = cases.filter(({ DischargedAt }) => DischargedAt === null);
  const offered = open.length > 0 ? open : cases;
  const [only] = offered;
  if (!useMay('write notes') || !only) return null;

  async function begin({ CaseId }: Case): Promise<void> {
    setBusy(true);
    try {
      await createNote({
        NoteId: NoteId.parse(newId()),
        CaseId,
        NoteType: 'communication',
        NoteDate: today,
        ParentNoteId: null,
      });
    } catch (error) {
      toastFailure(error, 'The note could not be begun on this device. Try again.');
    } finally {
      setBusy(false);
    }
  }

  if (offered.length === 1)
    return (
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void begin(only)}>
        New communication
      </Button>
    );
  const entries = offered.map((of) => ({
    kind: 'item' as const,
    key: of.CaseId,
    label: of.Title,
    onChoose: () => void begin(of),
  }));
  return (
    <ActionMenu className={classes.menuButton} entries={entries}>
      New communication
    </ActionMenu>
  );
}
