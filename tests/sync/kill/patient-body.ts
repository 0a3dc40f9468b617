import { randomBytes } from 'node:crypto';
import { uuidFrom } from '#contract/base/ids.ts';

/** Input of `patients.create` for somebody new. */
export function patientBody(FirstName: string) {
  return {
    patient: {
      PatientId: uuidFrom(Date.now(), randomBytes(10)),
      FirstName,
      MiddleName: null,
      LastName: 'Killtest',
      PreferredName: null,
      Pronouns: null,
      DateOfBirth: '1980-02-03',
      Sex: 'F',
      Phone: '5550100199',
      Email: null,
      Address1: '1 Bench Road',
      City: 'Boston',
      StateOrProvince: 'MA',
      PostalCode: '02108',
      alerts: [],
      FacilityId: null,
    },
    insurances: [],
  };
}
