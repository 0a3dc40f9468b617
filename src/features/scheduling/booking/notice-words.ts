import type { PatientId } from '#contract/base/ids.ts';
import { isTold } from '#contract/messages/is-told.ts';
import { readPatient } from '#local/reads/patients.ts';
import { syncState } from '#shared/sync-state.ts';
import { readSetup } from '#local/store/setup.ts';

/** What is added where a visit is booked, moved or let go: that its patient is told, and how long that can be undone. */
export async function toldWords(id: PatientId): Promise<string> {
  const [patient, setup] = await Promise.all([readPatient(id), readSetup()]);
  if (!patient || !setup || !isTold(patient, setup.website)) return '';
  // Nothing leaves this device before it is back online.
  return syncState().online
    ? ' We’ll notify the patient in 3 minutes.'
    : ' We’ll notify the patient once you’re back online.';
}
