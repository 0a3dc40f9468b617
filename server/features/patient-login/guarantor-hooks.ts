import type { patientGuarantor } from '#contract/guarantors/patient-guarantor.ts';
import { guarantorRefusals } from '#contract/guarantors/typed-guarantor.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { todayOf } from './rows.ts';

/** Guarantors are born by the clinic's today; a birth date from before this was asked stays until another is written. */
export const guarantorHooks: RecordHooks<typeof patientGuarantor> = {
  async refuses(row, { ctx: { tx, now }, before }) {
    const isKept = before?.DateOfBirth === row.DateOfBirth;
    const birth = isKept ? null : birthDateRefusal(row.DateOfBirth, await todayOf(tx, now));
    return { ...guarantorRefusals(row), ...(birth && { DateOfBirth: birth }) };
  },
};
