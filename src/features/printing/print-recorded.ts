import type { PatientId } from '#contract/base/ids.ts';
import { queueWrite } from '#local/outbox/outbox.ts';

export type Printed = 'sign-in sheet' | 'provider schedule' | 'patient schedule' | 'rundown' | 'note' | 'home program';
type Told = { what: Printed; day: string; patients: number; PatientId?: PatientId };

/** On record before it is on paper; what cannot be recorded is printed all the same, because patients wait. */
export async function printRecorded(told: Told): Promise<void> {
  await queueWrite('session.recordPrint', told).catch(() => undefined);
  window.print();
}
