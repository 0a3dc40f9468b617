import { addDays } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { underScheduled, type UnderScheduled } from '#contract/scheduling/under-scheduled.ts';
import { readAll, readRows, readWhere } from './reads.ts';
import { recordedWhereCounted } from './recorded-units.ts';

export type UnderScheduledLine = UnderScheduled & { case: Case; patient: Patient | undefined };

/**
 * Open cases with fewer visits this week or the next than their plan of care says, those that miss most first; of one
 * facility, or of all for null. As far as this device holds them.
 */
export async function underScheduledCases(today: string, FacilityId: string | null): Promise<UnderScheduledLine[]> {
  const all = await readAll('cases');
  const cases = all.filter(
    (one) =>
      one.DischargedAt === null && one.VisitsPerWeek !== null && (FacilityId === null || one.FacilityId === FacilityId),
  );
  if (cases.length === 0) return [];
  const ofPatients = [...new Set(cases.map((one) => one.PatientId))];
  const authorizations = (
    await Promise.all(ofPatients.map((equals) => readWhere('authorizations', { index: 'PatientId', equals })))
  ).flat();
  // What an authorization has left is told by all visits within it, however long ago they were.
  const first = authorizations.map((one) => one.Start ?? addDays(today, -365)).toSorted()[0];
  const from = [first ?? today, addDays(today, -7)].toSorted()[0] ?? today;
  const booked = await readWhere('visits', { index: 'day', from, to: addDays(today, 365) });
  const visits = await recordedWhereCounted(booked, authorizations);
  const missing = underScheduled({ cases, visits, authorizations, today });
  const patients = await readRows(
    'patients',
    missing.map((one) => one.PatientId),
  );
  const caseOf = new Map(cases.map((one) => [one.CaseId, one]));
  const patientOf = new Map(patients.map((one) => [one.PatientId, one]));
  return missing.flatMap((one) => {
    const of = caseOf.get(one.CaseId);
    return of ? [{ ...one, case: of, patient: patientOf.get(one.PatientId) }] : [];
  });
}
