import type { RowOf } from '#contract/entities.ts';
import { Facility } from '#contract/facilities/facility.ts';
import { Patient } from '#contract/patients/patient.ts';
import { facility } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';

const id = (group: string, number: number) =>
  `${group.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const patientId = (number: number) => id('1', number);
export const visitId = (number: number) => id('2', number);
export const caseId = (number: number) => id('3', number);
export const facilityId = id('4', 1);
export const providerId = id('5', 1);

const stamp = '2026-11-18T08:00:00.000000+00:00';

export function patientRow(number: number, changes: Partial<RowOf<'patients'>> = {}): Patient {
  return Patient.parse({
    PatientId: patientId(number),
    PersonId: id('6', number),
    Type: 'P',
    FirstName: 'Maria',
    MiddleName: null,
    LastName: `Number${number}`,
    PreferredName: null,
    Pronouns: null,
    DateOfBirth: '1980-01-02',
    Sex: 'F',
    Phone: '6025550101',
    Email: null,
    Address1: null,
    City: null,
    StateOrProvince: null,
    PostalCode: null,
    alerts: [],
    FacilityId: facilityId,
    DeathDate: null,
    created_at: stamp,
    updated_at: stamp,
    ...changes,
  });
}

export function visitRow(number: number, changes: Partial<Record<keyof Visit, unknown>> = {}): Visit {
  return Visit.parse({
    VisitId: visitId(number),
    CaseId: caseId(1),
    PatientId: patientId(1),
    FacilityId: facilityId,
    ProviderId: providerId,
    VisitTypeName: 'Follow-up',
    Start: '2026-11-18T09:00',
    End: '2026-11-18T09:45',
    stage: 'scheduled',
    PlaceOfService: '11',
    intakeConflict: [],
    intakeIncomplete: false,
    ClaimId: null,
    CancelReason: null,
    updated_at: stamp,
    ...changes,
  });
}

export function facilityRow(): Facility {
  return Facility.parse({ ...facility, FacilityId: facilityId });
}
