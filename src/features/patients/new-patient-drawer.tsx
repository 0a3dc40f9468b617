import { PatientId } from '#contract/base/ids.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { newPatientForm } from './new-patient-form.tsx';

type Props = {
  opened: boolean;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen?: () => void;
  onClose: () => void;
  onCreated: (id: PatientId) => void;
};

/** A new patient, saved on this device at once, with or without the network. */
export function NewPatientDrawer({ opened, onReopen, onClose, onCreated }: Props) {
  return (
    <RecordDrawer
      form={newPatientForm}
      at=""
      about={opened ? { of: null, parent: null } : null}
      onReopen={() => onReopen?.()}
      onClose={onClose}
      onMade={(id) => onCreated(PatientId.parse(id))}
    />
  );
}
