import { ageOn } from '#contract/base/dates.ts';
import { adultAge } from '#contract/intake/forms-for.ts';
import type { Tx } from '#server/kit/context.ts';

/** Whether somebody else signs for a patient on a day: for a minor, and for an adult who is represented. */
export async function needsProxyFor(
  tx: Tx,
  { PatientId, DateOfBirth, day }: { PatientId: string; DateOfBirth: string; day: string },
): Promise<boolean> {
  const represented = await tx.maybe(
    `select 1 from patient_guarantors where site = app_site() and "PatientId" = $1 and "IsProxy" and "IsForAdult"
       and "From" <= $2 and ("Until" is null or "Until" >= $2) limit 1`,
    [PatientId, day],
  );
  return ageOn(DateOfBirth, day) < adultAge || represented !== undefined;
}
