import { Button, Group, Stack } from '@mantine/core';
import type { Case } from '#contract/cases/case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { insurancesOfPatient } from '#local/reads/patients.ts';
import { useIsSubmitting, useDraftForm } from '#shared/autosave/use-draft-form.ts';
import type { Draft } from '#shared/forms/draft-drawer.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { CaseEditor } from './case-drawer.tsx';

type Props = { call: ParkedCall; onDone: () => void };

/** A refused new case, as it was typed, to be corrected and sent again. */
export function ResendCaseForm({ call, onDone }: Props) {
  const PatientId = call.input['PatientId'] as Case['PatientId'];
  const insurances = useLiveValue(() => insurancesOfPatient(PatientId), [PatientId]);
  const kept = useDraftForm<Draft<Case>>(`form:resend:${call.mid}`, () => undefined);
  const isSubmitting = useIsSubmitting(kept);
  function leave(): void {
    kept.drop();
    onDone();
  }
  if (!insurances) return null;
  const form = { about: { of: null, parent: null }, kept, refused: call, onDirty: () => undefined, onDone: leave };
  return (
    <Stack gap="sm">
      <p role="note">{call.reason}</p>
      <CaseEditor {...form} PatientId={PatientId} insurances={insurances} />
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={leave}>
          Back
        </Button>
        <Button type="submit" form="case-form" loading={isSubmitting}>
          Send again
        </Button>
      </Group>
    </Stack>
  );
}
