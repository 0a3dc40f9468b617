import { useState } from 'react';
import type { Patient } from '#contract/patients/patient.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { RecordDrawer } from '#shared/forms/record-drawer.tsx';
import { patientForm } from './patient-form.tsx';

type Props = {
  patient: Patient;
  opened: boolean;
  /** A half-filled form was found: the screen was locked or reloaded over it. */
  onReopen?: () => void;
  onClose: () => void;
};

/** Contact and personal data, as they were when the form was opened: what others change meanwhile stays theirs. */
export function EditPatientDrawer({ patient, opened, onReopen, onClose }: Props) {
  const [about, setAbout] = useState<About<Patient> | null>(null);
  if (opened && !about) setAbout({ of: patient, parent: null });
  if (!opened && about) setAbout(null);
  return (
    <RecordDrawer
      form={patientForm}
      at={patient.PatientId}
      about={about}
      onReopen={(left) => {
        setAbout(left);
        onReopen?.();
      }}
      onClose={onClose}
    />
  );
}
