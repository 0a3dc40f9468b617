import type { PatientId } from '#contract/base/ids.ts';
import type { PatientGuarantor } from '#contract/guarantors/patient-guarantor.ts';
import { readWhere } from './reads.ts';

/** Who pays for a patient or acts for one, by name. */
export async function guarantorsOf(PatientId: PatientId): Promise<PatientGuarantor[]> {
  const all = await readWhere('patientGuarantors', { index: 'PatientId', equals: PatientId });
  return all.toSorted(
    (a, b) => a.LastName.localeCompare(b.LastName) || a.PatientGuarantorId.localeCompare(b.PatientGuarantorId),
  );
}
