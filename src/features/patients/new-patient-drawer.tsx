import { PatientId } from '#contract/base/ids.ts';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { newPatientForm } from './new-patient-form.tsx';

type Props = {
  opened: boolean;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen?: () => void;
  onClose: () => void;
  /** The chart that was made, or the one that was there already. */
  onShow: (id: PatientId) => void;
};

/** A new patient, saved on this device at once, with or without the network. */
export function NewPatientDrawer({ opened, onReopen, onClose, onShow }: Props) {
  return (
    <RecordDrawer
      form={newPatientForm}
      at=""
      about={opened ? { of: null, parent: null } : null}
      onReopen={() => onReopen?.()}
      onClose={onClose}
      onMade={(id) => onShow(PatientId.parse(id))}
      // The same person is here already.
      onOpen={(id) => {
        onClose();
        onShow(PatientId.parse(id));
      }}
    />
  );
}
