import type { PatientId } from '#contract/base/ids.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { caseForm } from './case-form.tsx';

type Props = { PatientId: PatientId; opened: boolean; onClose: () => void };

/** A new case of a patient where their chart is not open. What was left half-filled is there when it is opened again. */
export function NewCaseDrawer({ PatientId, opened, onClose }: Props) {
  return (
    <RecordDrawer
      form={caseForm}
      at={PatientId}
      about={opened ? { of: null, parent: PatientId } : null}
      onReopen={() => undefined}
      onClose={onClose}
    />
  );
}
