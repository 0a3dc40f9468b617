import { lazy, Suspense } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { NewFor } from '#features/scheduling/booking/visit-book.tsx';
import { useEver } from '#shared/hooks/use-ever.ts';
import { syncWorker } from '#shared/sync-worker.ts';

const NewPatientDrawer = lazy(() =>
  import('#features/patients/new-patient-drawer.tsx').then((file) => ({ default: file.NewPatientDrawer })),
);
const NewCaseDrawer = lazy(() =>
  import('#features/cases/new-case-drawer.tsx').then((file) => ({ default: file.NewCaseDrawer })),
);

/** Enters over a booking whom it is for: the patient, with the check who that may be, and their first case. */
export function NewForBooking({ what, PatientId: of, onClose, onPatient }: Parameters<NewFor>[0]) {
  const hasPatient = useEver(what === 'patient');
  const hasCase = useEver(what === 'case');
  function book(id: PatientId): void {
    onClose();
    onPatient(id);
    // One who was here already may not be on this device.
    void syncWorker().openChart(id);
  }
  return (
    <Suspense>
      {hasPatient && <NewPatientDrawer opened={what === 'patient'} onClose={onClose} onShow={book} />}
      {hasCase && of !== null && <NewCaseDrawer key={of} PatientId={of} opened={what === 'case'} onClose={onClose} />}
    </Suspense>
  );
}

export const newForBooking: NewFor = (open) => <NewForBooking {...open} />;
